"""Pure data and functions: no I/O, no clock, no asyncio."""
