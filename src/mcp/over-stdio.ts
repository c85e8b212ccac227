/** What the server on standard input and output consists of, to be imported in one piece. */
export { createListenRelay } from "./changes/listen-relay.ts";
export { answers } from "./loaded-later.ts";
export { mcpServer } from "./server.ts";
export { stdioFacts } from "./stdio/connection-facts.ts";
export { serveOverStdio } from "./stdio/serve.ts";
