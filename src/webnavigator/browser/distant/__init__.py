"""Pages whose browser runs in another process, on this machine or another: driven from here as if they were here."""
