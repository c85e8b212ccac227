import type { McpServer, RequestId } from "@modelcontextprotocol/server";
import { callOf, listenerCall, type Peer } from "../calls/call.ts";
import type { HandlerContext } from "../handler-context.ts";
import type { ReadResource, ResourceAddress } from "../lists/read-resource.ts";
import { ResourceParams } from "../lists/resources.ts";
import { answers } from "../loaded-later.ts";
import { withProtocolErrors } from "../protocol-error.ts";
import type { ListenRequest } from "./listen-relay.ts";
import { openWatch, type Watch, type Watched } from "./watch.ts";

/**
 * Notifies a client about changes to the resources it subscribed to, whichever process made them. Every resource that
 * can be read can be subscribed to. Older clients subscribe to one address at a time; a 2026 client sends one listen
 * request, which arrives through the relay.
 */
export function serveSubscriptions(
  { server }: McpServer,
  handlerContext: HandlerContext,
): Pick<Watch, "stop"> {
  const { deps, connection, era, listening, clientLog } = handlerContext;
  const watch = openWatch(deps.memory, deps.log, (uri) => {
    server
      .sendResourceUpdated({ uri })
      .catch((error: unknown) => deps.log.debug("A subscriber could not be reached", { error }));
  });

  if (era === "legacy") {
    const resolved = (params: ResourceParams, signal: AbortSignal): Promise<ResourceAddress> =>
      withProtocolErrors(async () => (await answers()).addressOf(params), {
        log: deps.log,
        signal,
        about: {},
      });
    server.setRequestHandler("resources/subscribe", { params: ResourceParams }, async (params, context) => {
      const { signal } = context.mcpReq;
      const { uri, args } = await resolved(params, signal);
      const call = () => callOf(deps, connection, { server, context });
      const log = clientLog.of(connection.requests.of(context.mcpReq.id), context);
      const { readResource } = await answers();
      const reading = readResource({ uri, arguments: args }, call, handlerContext, { signal, log });
      watch.add(uri, reading.then(watchedAt(uri)));
      await reading.catch((error: unknown) => {
        watch.remove(uri);
        throw error;
      });
      return {};
    });
    server.setRequestHandler("resources/unsubscribe", { params: ResourceParams }, async (params, context) => {
      watch.remove((await resolved(params, context.mcpReq.signal)).uri);
      return {};
    });
    return watch;
  }

  const listens = new Map<RequestId, ListenRequest>();
  listening?.observe({
    opened(listen) {
      listens.set(listen.id, listen);
      for (const uri of listen.uris)
        watch.add(keyOf(listen.id, uri), watchedBy(listen, uri, handlerContext, server));
    },
    closed(id) {
      for (const uri of listens.get(id)?.uris ?? []) watch.remove(keyOf(id, uri));
      listens.delete(id);
    },
  });
  return watch;
}

/** The same for a client without a session: its stream receives the changes, and its key decides what it may see. */
export function followListen(
  listen: ListenRequest,
  handlerContext: Pick<HandlerContext, "deps" | "connection">,
  notify: (uri: string) => void,
): () => void {
  const { memory, log } = handlerContext.deps;
  const watch = openWatch(memory, log, notify);
  for (const uri of listen.uris) watch.add(uri, watchedBy(listen, uri, handlerContext, UNKNOWN_PEER));
  return watch.stop;
}

/** A client that is known only by its request. */
export const UNKNOWN_PEER: Peer = {
  getClientVersion: () => undefined,
  getClientCapabilities: () => undefined,
  listRoots: async () => ({ roots: [] }),
};

/** A resource that the client cannot read never changes for it; the log has the reason. */
async function watchedBy(
  { id, meta }: ListenRequest,
  uri: string,
  handlerContext: Pick<HandlerContext, "deps" | "connection">,
  peer: Peer,
): Promise<Watched> {
  const call = () => listenerCall(handlerContext.deps, handlerContext.connection, peer, meta);
  const { signal } = new AbortController();
  const log = handlerContext.connection.requests.of(id);
  const { readResource } = await answers();
  return watchedAt(uri)(await readResource({ uri }, call, handlerContext, { signal, log }));
}

const watchedAt =
  (uri: string) =>
  ({ resource, contents, call }: ReadResource): Watched => ({
    uri,
    scope: call.scope,
    areas: resource.dependsOn(contents),
  });

const keyOf = (id: RequestId, uri: string): string => `${JSON.stringify(id)} ${uri}`;
