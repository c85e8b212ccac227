import type { Connection } from "./connection.ts";
import { type CypherParameters, withParameters } from "./cypher.ts";
import { graphFault, isMissingGraph } from "./faults.ts";
import { type GraphRow, rowsOf } from "./reply.ts";

/** One graph of the server. Every failure is a Fault. */
export interface Graph {
  readonly name: string;
  /** Also answered by a server without memory left. Undefined if there is no such graph. */
  read(query: string, parameters?: CypherParameters): Promise<readonly GraphRow[] | undefined>;
  /** One query is applied whole or not at all. It makes the graph if there is none. */
  write(query: string, parameters?: CypherParameters): Promise<readonly GraphRow[]>;
  /** Any other command; its own errors are thrown as they are. */
  send(...words: readonly string[]): Promise<unknown>;
}

export function openGraph(connection: Connection, name: string): Graph {
  const run = async (command: string, query: string, parameters: CypherParameters = {}) =>
    rowsOf(await connection.send([command, name, withParameters(query, parameters), "--compact"]));
  return {
    name,
    async read(query, parameters) {
      try {
        return await run("GRAPH.RO_QUERY", query, parameters);
      } catch (error) {
        if (isMissingGraph(error)) return undefined;
        throw graphFault(error);
      }
    },
    async write(query, parameters) {
      try {
        return await run("GRAPH.QUERY", query, parameters);
      } catch (error) {
        throw graphFault(error);
      }
    },
    send: (...words) => connection.send(words),
  };
}
