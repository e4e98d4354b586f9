"""A map in a web browser: read-only, on loopback, without a request to anywhere else."""
