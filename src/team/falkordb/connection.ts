import { createClient, ErrorReply } from "@redis/client";
import { Fault } from "../../shared/errors.ts";
import type { GraphAddress } from "../../shared/graph-url.ts";

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

/** What a parameter of a query can be. */
type CypherValue =
  | string
  | number
  | boolean
  | null
  | readonly CypherValue[]
  | { readonly [name: string]: CypherValue };

export type CypherParameters = Readonly<Record<string, CypherValue>>;

/** A query with its parameters in front. They never become part of the query, so one plan serves all values. */
export function withParameters(query: string, parameters: CypherParameters): string {
  const values = Object.entries(parameters).map(([name, value]) => `${ownName(name)}=${literal(value)}`);
  return values.length > 0 ? `CYPHER ${values.join(" ")} ${query}` : query;
}

function literal(value: CypherValue): string {
  if (value === null || typeof value === "boolean") return String(value);
  if (typeof value === "number") return number(value);
  if (typeof value === "string") return quoted(value);
  if (isList(value)) return `[${value.map(literal).join(",")}]`;
  return `{${Object.entries(value)
    .map(([name, item]) => `${ownName(name)}:${literal(item)}`)
    .join(",")}}`;
}

const isList = (value: CypherValue): value is readonly CypherValue[] => Array.isArray(value);

function number(value: number): string {
  if (!Number.isFinite(value)) throw new Error(`${value} is no number that a graph can hold.`);
  return String(value);
}

/** The server's parser knows no escape for a NUL and ends the text there. Texts of people come as JSON, which has one. */
function quoted(text: string): string {
  if (text.includes("\0")) {
    throw new Fault("invalid", "A text for the team has a NUL character in a place where none can be.", {
      reason: "text_with_nul",
    });
  }
  return `"${text.replaceAll("\\", "\\\\").replaceAll('"', '\\"')}"`;
}

/** Names are not escaped by the server, so they must be ours and never somebody's text. */
function ownName(name: string): string {
  if (!/^[A-Za-z]\w*$/.test(name))
    throw new Error(`${JSON.stringify(name)} cannot be the name of a parameter.`);
  return name;
}

/** A value in a row of a reply. Nodes and edges never are: the names of their properties would have to be looked up. */
export type GraphValue = string | number | boolean | null | readonly GraphValue[];

export type GraphRow = readonly GraphValue[];

/** The kinds of values in a compact reply, by the numbers of the protocol. */
const NULL = 1;
const STRING = 2;
const INTEGER = 3;
const BOOLEAN = 4;
const DOUBLE = 5;
const ARRAY = 6;

/** The rows of a reply in the compact form: column names, rows, statistics. A query without columns has statistics only. */
export function rowsOf(reply: unknown): GraphRow[] {
  if (!Array.isArray(reply)) throw unexpected(reply);
  if (reply.length < 3) return [];
  const rows: unknown = reply[1];
  if (!Array.isArray(rows)) throw unexpected(rows);
  return rows.map((row: unknown) => {
    if (!Array.isArray(row)) throw unexpected(row);
    return row.map(decoded);
  });
}

function decoded(cell: unknown): GraphValue {
  const [kind, value]: unknown[] = Array.isArray(cell) ? cell : [];
  if (kind === NULL) return null;
  if (kind === STRING && typeof value === "string") return value;
  if (kind === INTEGER && typeof value === "number") return value;
  if (kind === BOOLEAN) return value === "true";
  if (kind === DOUBLE) return Number(value);
  if (kind === ARRAY && Array.isArray(value)) return value.map(decoded);
  throw unexpected(cell);
}

const unexpected = (part: unknown): Error =>
  new Error(`A reply has an unexpected form: ${String(JSON.stringify(part)).slice(0, 200)}`);

/** Text of a column that our queries always fill. */
export function text(value: GraphValue | undefined): string {
  if (typeof value !== "string") throw unexpected(value);
  return value;
}

/** A number, also one that came as text because the server rounds large ones. */
export function numberIn(value: GraphValue | undefined): number {
  const result = typeof value === "string" ? Number(value) : value;
  if (typeof result !== "number" || Number.isNaN(result)) throw unexpected(value);
  return result;
}

export function list(value: GraphValue | undefined): readonly GraphValue[] {
  if (!Array.isArray(value)) throw unexpected(value);
  return value;
}

/** Nothing was heard in time. */
class Late extends Error {
  override readonly name = "Late";
}

/** What the server replied, if it did. */
const textOf = (error: unknown): string => (error instanceof ErrorReply ? error.message : "");

/** The graph does not exist: it was never made, or it was removed. */
export const isMissingGraph = (error: unknown): boolean =>
  /Invalid graph operation on empty key/i.test(textOf(error));

export const isAlreadyIndexed = (error: unknown): boolean => /already indexed/i.test(textOf(error));

/** The server is there, but this user may not run that command. */
export const isNotPermitted = (error: unknown): boolean => /^NOPERM\b/.test(textOf(error));

/** The server is at it already, so it may have begun before the call. */
export const isInProgress = (error: unknown): boolean => /already in progress/i.test(textOf(error));

const REFUSED =
  /^(?:WRONGPASS|NOAUTH|NOPERM)\b|invalid (?:username-password|password)|AUTH.*called without any password/i;
const FULL = /^OOM\b|mem consumption exceeded|No space left on device/i;
const WITHOUT_GRAPHS = /unknown command.*graph\./i;

/** Seconds after which another attempt is worth its while. */
const RETRY_AFTER = 5;

/** Whatever went wrong between us and the server, as what a caller can do about it. */
export function graphFault(error: unknown): Fault {
  if (error instanceof Fault) return error;
  const text = textOf(error);
  if (REFUSED.test(text)) {
    return new Fault(
      "forbidden",
      "The team's server refused this user, or something that this user has to do.",
      {
        reason: "graph_refused",
        hint: "Check the user and the password in the URL of the team's server, and what that user may do there.",
        cause: error,
      },
    );
  }
  if (FULL.test(text)) {
    return new Fault("limited", "The team's server has no room left.", {
      reason: "graph_full",
      hint: "Whoever runs the server has to give it more memory or disk space. Until then everything stays on this machine.",
      cause: error,
    });
  }
  if (WITHOUT_GRAPHS.test(text)) {
    return unavailable("The team's server has no graphs: its FalkorDB module is not loaded.", error);
  }
  if (error instanceof Late) return unavailable("The team's server did not answer in time.", error);
  if (error instanceof ErrorReply) return unavailable("The team's server cannot do this now.", error);
  return unavailable("The team's server cannot be reached.", error);
}

export const stillStarting = (): Fault => unavailable("The team's server is still starting.", undefined);

/**
 * The graph is there, but no log that can be read. It comes about when a server was emptied while somebody wrote, and then
 * started again from its files: it has values under wrong names.
 */
export const damagedLog = (cause: unknown): Fault =>
  new Fault("unavailable", "The team's server has a damaged log.", {
    reason: "graph_unavailable",
    hint: "Whoever runs the server has to remove the graph of the team there, with GRAPH.DELETE. The machines of the team fill it again.",
    retryAfter: RETRY_AFTER,
    cause,
  });

function unavailable(message: string, cause: unknown): Fault {
  return new Fault("unavailable", message, {
    reason: "graph_unavailable",
    hint: "What is written stays on this machine until the server answers.",
    retryAfter: RETRY_AFTER,
    cause,
  });
}
