import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { shippedFile } from "../adapters/embedding/shipped-file.ts";
import { fileLinkBackups } from "../adapters/files/link-backups.ts";
import { gitCheckout } from "../adapters/git/checkout.ts";
import { findWorkTree, type ResolvedProject, resolveProject } from "../adapters/git/project.ts";
import { threatKnowledge } from "../adapters/knowledge/threats.ts";
import { secretScanner } from "../adapters/secrets/secret-scanner.ts";
import { fileKind } from "../adapters/sqlite/file.ts";
import { openSqliteStore } from "../adapters/sqlite/store.ts";
import { loadBetaMath } from "../adapters/statistics/beta.ts";
import { systemClock } from "../adapters/system/clock.ts";
import { systemEntropy } from "../adapters/system/entropy.ts";
import { timeSortedIds } from "../adapters/system/ids.ts";
import { createLog, streamWriter } from "../adapters/telemetry/log.ts";
import { cooldown } from "../app/access/cooldown.ts";
import type { Deps } from "../app/deps.ts";
import { followUp } from "../app/follow-up.ts";
import { answerCache } from "../app/guidance/answer-cache.ts";
import { linkGraph } from "../app/links/traverse-links.ts";
import { meaning } from "../app/recall/meaning.ts";
import { background } from "../app/shared/background.ts";
import { openCaches } from "../app/shared/caches.ts";
import { MODULES } from "../domain/decisions/subject.ts";
import { noMetrics } from "../domain/shared/metrics.ts";
import type { Checkout } from "../domain/shared/ports.ts";
import { loadEmbedder } from "./embedding.ts";
import { type Environment, tilde } from "./environment.ts";
import { ANTIPATTERNS } from "./knowledge.ts";
import { once } from "./once.ts";
import { outside } from "./outside.ts";

export interface Wiring extends Deps {
  readonly environment: Environment;
  /** What a person should know about how it was started. */
  readonly startNotices: readonly string[];
  project(
    roots?: readonly string[],
  ): Promise<ResolvedProject & { readonly dueDays: number; readonly dynamicExposure: boolean }>;
  /** The repository that the work happens in, given the client's roots. */
  checkoutAt(roots: () => Promise<readonly string[]>): Checkout;
  /** Finishes what goes on in the background, and lets go of the memory. */
  close(): Promise<void>;
}

/** The composition root: the only place that knows which adapter stands behind which port. */
export async function wire(
  environment: Environment,
  logTo: NodeJS.WriteStream,
  { stays }: { readonly stays: boolean },
): Promise<Wiring> {
  const { settings, cwd, userHome } = environment;
  const log = createLog({
    level: settings.logLevel,
    write: streamWriter(logTo),
    format: logTo.isTTY ? "human" : "json",
    clock: systemClock,
    home: userHome,
    secrets: secretScanner({ strict: true }),
    requestId: randomUUID(),
  });
  const { path, notices } = memoryFile(environment);
  for (const notice of notices) log.warn(notice);
  const store = await openSqliteStore(path, log);
  const tasks = background(log);
  const sense = meaning({
    store,
    clock: systemClock,
    log,
    background: tasks,
    load: () => loadEmbedder(settings, log),
    stays,
  });
  const checkoutAt: Wiring["checkoutAt"] = (roots) =>
    gitCheckout(async () => findWorkTree({ cwd, roots: await roots(), home: userHome }));
  const answers = answerCache();
  const graph = linkGraph(store, systemClock);
  const caches = openCaches();
  caches.join("context", answers.describe);
  caches.join("links", graph.usage);
  const deps = {
    store,
    clock: systemClock,
    ids: timeSortedIds(systemClock),
    entropy: systemEntropy,
    secrets: secretScanner(),
    log,
    metrics: noMetrics,
    caches,
    betaMath: once(loadBetaMath),
    background: tasks,
    meaning: sense,
    cooldown: cooldown(settings.writeCooldown, systemClock),
    checkout: checkoutAt(async () => []),
    strictCheckpoints: settings.strictCheckpoints,
    // What was shown has to be remembered, which a server that only reads cannot do.
    skillTrials: settings.skillTrials && !settings.readOnly,
    antipatterns: ANTIPATTERNS,
    threats: threatKnowledge({
      patterns: shippedFile("threats.json"),
      index: shippedFile("threat-index.json"),
    }),
    answers,
    linkGraph: graph,
    linkBackups: fileLinkBackups(join(environment.home, "backups"), (path) => tilde(path, userHome)),
    modules: [...MODULES, ...settings.modules],
    outside: outside(cwd),
  };
  return {
    ...deps,
    ...followUp(deps),
    environment,
    checkoutAt,
    startNotices: notices,
    async project(roots) {
      const resolved = await resolveProject({
        explicit: settings.project,
        explicitIn: "--project or MEMBRIA_PROJECT",
        cwd,
        roots,
        home: userHome,
      });
      return {
        ...resolved,
        dueDays: resolved.dueDays ?? settings.dueDays,
        dynamicExposure: resolved.dynamicExposure ?? settings.dynamicExposure,
      };
    },
    async close() {
      await sense.close();
      await tasks.idle();
      await store.close();
    },
  };
}

/** Somebody else's database is never opened, and a graph that cannot be had does not stop the start. */
function memoryFile({ settings, home, userHome, dbPathFrom }: Environment): {
  path: string;
  notices: string[];
} {
  const own = join(home, "membria.db");
  const notices: string[] = [];
  if (settings.graphUrl) {
    notices.push(
      "MEMBRIA_GRAPH_URL is set, but this version keeps the memory in a local file only; it goes on with that. A graph server would be named as redis://HOST:6379.",
    );
  }
  const path = settings.dbPath ?? own;
  if (dbPathFrom && fileKind(path) === "foreign") {
    notices.push(
      `${dbPathFrom} names the database of another program; it was left as it is, and ${tilde(own, userHome)} is used. If it is MAMA's, "membria import mama ${tilde(path, userHome)}" brings its content in.`,
    );
    return { path: own, notices };
  }
  return { path, notices };
}
