import { createClient } from "@redis/client";
import type { GraphAddress } from "../../domain/team/graph-url.ts";
import { Late } from "./faults.ts";

export interface Patience {
  /** Milliseconds for a call as a whole. */
  readonly call: number;
  /** Milliseconds of those for connecting and signing in. */
  readonly connect: number;
}

export interface Connection {
  /** Sends one command. It is answered, or fails, within the time of a call, whatever the server does. */
  send(words: readonly string[]): Promise<unknown>;
  close(): void;
}

type Client = ReturnType<typeof newClient>;

/** Milliseconds between the questions whether an idle server is still there. */
const PING_INTERVAL = 10_000;

/**
 * Connects with the first command, and again with the first one after a failure. The driver's own reconnecting would hold
 * commands back for as long as a server is away, and its commands have no deadline, so both are ours.
 */
export function openConnection(address: GraphAddress, patience: Patience): Connection {
  let isClosed = false;
  let current: { readonly client: Client; readonly ready: Promise<unknown> } | undefined;

  function drop(client: Client): void {
    if (current?.client === client) current = undefined;
    // A client that never came up, or is gone already, throws.
    if (client.isOpen) client.destroy();
  }

  function connect(): NonNullable<typeof current> {
    const client = newClient(address, patience);
    // Without a listener an error of the socket would end the process.
    client.on("error", () => drop(client));
    const ready = within(patience.connect, client.connect());
    // Whoever waits for it hears of the failure; that nobody does is no reason to end the process.
    ready.catch(() => drop(client));
    return { client, ready };
  }

  return {
    async send(words) {
      // Otherwise what is still at work in the background would hold the process up with a new connection.
      if (isClosed) throw new Error("The connection was closed.");
      current ??= connect();
      const { client, ready } = current;
      try {
        return await within(
          patience.call,
          ready.then(() => client.sendCommand([...words])),
        );
      } catch (error) {
        // After a deadline the reply may still come: on a new connection no later command has to wait behind it.
        if (error instanceof Late || !client.isReady) drop(client);
        throw error;
      }
    },
    close() {
      isClosed = true;
      if (current) drop(current.client);
    },
  };
}

function newClient({ url, username, password }: GraphAddress, patience: Patience) {
  const { hostname, port, protocol } = new URL(url);
  const socket = {
    host: hostname.replace(/^\[(.*)\]$/, "$1"),
    port: Number(port),
    connectTimeout: patience.connect,
    reconnectStrategy: false as const,
    // A peer that is gone without a word is noticed by the missing answer to a ping.
    socketTimeout: Math.max(2 * PING_INTERVAL, 2 * patience.call),
  };
  return createClient({
    socket: protocol === "rediss:" ? { ...socket, tls: true } : socket,
    ...(username === undefined ? {} : { username }),
    ...(password === undefined ? {} : { password }),
    // Replies are decoded by us, and the older protocol has fewer forms of them.
    RESP: 2,
    disableOfflineQueue: true,
    pingInterval: PING_INTERVAL,
    // Both would send commands at every connection that a limited user may not run.
    disableClientInfo: true,
    maintNotifications: "disabled",
  });
}

async function within<T>(milliseconds: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Late(`nothing within ${milliseconds} ms`)), milliseconds);
  });
  // If it fails after its deadline, nobody is left to hear of it.
  work.catch(() => undefined);
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
