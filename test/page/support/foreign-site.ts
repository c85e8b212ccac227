import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** Another site, on a host or a port of its own: it answers with whatever page it is given. */
export interface ForeignSite {
  readonly url: string;
  show(html: string): void;
  stop(): Promise<void>;
}

export async function startForeignSite(host: string): Promise<ForeignSite> {
  let html = "";
  const server = createServer((_, response) => {
    response.writeHead(200, { "Content-Type": "text/html; charset=utf-8" }).end(html);
  });
  server.listen(0, host);
  await once(server, "listening");
  return {
    url: `http://${host}:${(server.address() as AddressInfo).port}`,
    show(next) {
      html = `<!doctype html><title>Elsewhere</title>${next}`;
    },
    async stop() {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
}
