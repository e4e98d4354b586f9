"""Benchmarks: library functions that measure and print what the command line shows."""
