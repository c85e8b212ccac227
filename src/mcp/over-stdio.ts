/** What the server on standard input and output consists of, to be imported in one piece. */
export { createListenRelay } from "./changes/listen-relay.ts";
export { answers } from "./loaded-later.ts";
export { mcpServer } from "./server.ts";
export { serveOverStdio, stdioFacts } from "./stdio/serve.ts";
