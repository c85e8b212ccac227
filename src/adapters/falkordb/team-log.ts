import type { Entropy } from "../../domain/shared/ports.ts";
import { parseGraphUrl } from "../../domain/team/graph-url.ts";
import type { TeamLog } from "../../domain/team/team-log.ts";
import { openConnection, type Patience } from "./connection.ts";
import { append, readAfter } from "./entries.ts";
import { erase, rewriteFiles } from "./erase.ts";
import { examine } from "./examine.ts";
import { openGraph } from "./graph.ts";
import { beginLife, readHead } from "./head.ts";
import { readMachines, report } from "./machines.ts";
import { project } from "./projection.ts";
import { ask } from "./questions.ts";

export interface TeamLogOptions {
  /** See `parseGraphUrl`; may contain the user and the password. */
  readonly url: string;
  /** The name of the graph: one team has one. */
  readonly graph: string;
  /** For the names of lives. */
  readonly entropy: Entropy;
  readonly patience?: Partial<Patience> | undefined;
}

const PATIENCE: Patience = { call: 3_000, connect: 1_000 };

/** Does not connect yet: the first call does. */
export function connectTeamLog({ url, graph: name, entropy, patience }: TeamLogOptions): TeamLog {
  const address = parseGraphUrl(url);
  const connection = openConnection(address, { ...PATIENCE, ...patience });
  const graph = openGraph(connection, name);
  return {
    head: () => readHead(graph),
    begin: (life, instead) =>
      beginLife(graph, {
        life,
        lifeId: Buffer.from(entropy.bytes(16)).toString("hex"),
        instead: instead?.lifeId,
      }),
    after: (cursor, limit) => readAfter(graph, cursor, limit),
    append: (changes, cursor) => append(graph, changes, cursor),
    erase: (erasure) => erase(graph, erasure),
    rewriteFiles: () => rewriteFiles(graph),
    report: (machine, now) => report(graph, machine, now),
    machines: () => readMachines(graph),
    project: (piece) => project(graph, piece),
    ask: (question) => ask(graph, question),
    examine: () => examine(graph, { hasPassword: address.password !== undefined }),
    close: async () => connection.close(),
  };
}
