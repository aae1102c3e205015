"""HTTP, WebSockets and pages: everything that comes from the network is checked here before it goes on."""
