import type { McpServer, RequestId } from "@modelcontextprotocol/server";
import { callOf, listenerOf, type Peer } from "../calls/call.ts";
import { Address, type ReadResource, readResource } from "../lists/read-resource.ts";
import type { Serving } from "../serving.ts";
import type { Listen } from "./listening.ts";
import { openWatch, type Watch, type Watched } from "./watch.ts";

/**
 * Tells a client of changes to what it subscribed to, whichever process made them. What can be read can be subscribed
 * to, by the same address. Older clients subscribe to one at a time; a 2026 client listens, and the transport says so.
 */
export function serveSubscriptions({ server }: McpServer, serving: Serving): Pick<Watch, "stop"> {
  const { deps, connection, era, listening } = serving;
  const watch = openWatch(deps.store, deps.log, (uri) => {
    server
      .sendResourceUpdated({ uri })
      .catch((error: unknown) => deps.log.debug("A subscriber could not be reached", { error }));
  });

  if (era === "legacy") {
    server.setRequestHandler("resources/subscribe", { params: Address }, async (address, context) => {
      const { uri } = address;
      const call = () => callOf(deps, connection, { server, context });
      const reading = readResource(address, call, serving, context.mcpReq.signal);
      watch.add(uri, reading.then(watchedAt(uri)));
      await reading.catch((error: unknown) => {
        watch.remove(uri);
        throw error;
      });
      return {};
    });
    server.setRequestHandler("resources/unsubscribe", { params: Address }, ({ uri }) => {
      watch.remove(uri);
      return {};
    });
    return watch;
  }

  const listens = new Map<RequestId, Listen>();
  listening?.observe({
    opened(listen) {
      listens.set(listen.id, listen);
      for (const uri of listen.uris)
        watch.add(keyOf(listen.id, uri), watchedBy(listen, uri, serving, server));
    },
    closed(id) {
      for (const uri of listens.get(id)?.uris ?? []) watch.remove(keyOf(id, uri));
      listens.delete(id);
    },
  });
  return watch;
}

/** The same for one client that no server is kept for: its stream listens, and its key says where and as whom. */
export function followListen(
  listen: Listen,
  serving: Pick<Serving, "deps" | "connection">,
  notify: (uri: string) => void,
): () => void {
  const { store, log } = serving.deps;
  const watch = openWatch(store, log, notify);
  for (const uri of listen.uris) watch.add(uri, watchedBy(listen, uri, serving, STRANGER));
  return watch.stop;
}

/** Has said nothing of itself but what stands in its request. */
export const STRANGER: Peer = {
  getClientVersion: () => undefined,
  getClientCapabilities: () => undefined,
  listRoots: async () => ({ roots: [] }),
};

/** What cannot be read never changes for this client; the log says why it could not. */
function watchedBy(
  { meta }: Listen,
  uri: string,
  serving: Pick<Serving, "deps" | "connection">,
  peer: Peer,
): Promise<Watched> {
  const call = () => listenerOf(serving.deps, serving.connection, peer, meta);
  return readResource({ uri }, call, serving, new AbortController().signal).then(watchedAt(uri));
}

const watchedAt =
  (uri: string) =>
  ({ resource, contents, call }: ReadResource): Watched => ({
    uri,
    scope: call.scope,
    areas: resource.madeOf(contents),
  });

const keyOf = (id: RequestId, uri: string): string => `${JSON.stringify(id)} ${uri}`;
