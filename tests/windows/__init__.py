"""The program with Windows' Python under Wine: `make test-windows`. What holds here is likely on Windows, no more."""
