"""HTTP requests and sockets: routes, security checks, rate limits, the browser client's files."""
