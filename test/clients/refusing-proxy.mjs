import { once } from "node:events";
import { createServer } from "node:http";

/**
 * Stands between a client and the network, refuses everything and remembers what was asked for. Clients have settings against
 * telemetry and updates; this shows whether they keep to them.
 */
export async function startRefusingProxy() {
  const refused = new Set();
  const server = createServer((request, response) => {
    refused.add(request.url);
    response.writeHead(403).end();
  });
  server.on("connect", (request, socket) => {
    refused.add(request.url);
    socket.on("error", () => {});
    socket.end("HTTP/1.1 403 Forbidden\r\n\r\n");
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = `http://127.0.0.1:${server.address().port}`;
  const LOOPBACK = "127.0.0.1,localhost,::1";
  return {
    refused: () => [...refused].sort((a, b) => a.localeCompare(b)),
    variables: {
      HTTP_PROXY: url,
      HTTPS_PROXY: url,
      http_proxy: url,
      https_proxy: url,
      NO_PROXY: LOOPBACK,
      no_proxy: LOOPBACK,
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
