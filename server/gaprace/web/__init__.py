"""HTTP, WebSockets and pages: all input from the network is validated here."""
