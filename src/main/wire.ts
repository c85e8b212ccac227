import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { shippedFile } from "../adapters/embedding/shipped-file.ts";
import { fileLinkBackups } from "../adapters/files/link-backups.ts";
import { fileModelProfiles } from "../adapters/files/model-profiles.ts";
import { runningProcesses } from "../adapters/files/running-processes.ts";
import { gitCheckout } from "../adapters/git/checkout.ts";
import { findWorkTree } from "../adapters/git/project.ts";
import { readAntipatternExamples } from "../adapters/knowledge/antipattern-examples.ts";
import { threatKnowledge } from "../adapters/knowledge/threats.ts";
import { secretScanner } from "../adapters/secrets/secret-scanner.ts";
import { openSqliteStore } from "../adapters/sqlite/store.ts";
import { loadBetaMath } from "../adapters/statistics/beta.ts";
import { systemClock } from "../adapters/system/clock.ts";
import { systemEntropy } from "../adapters/system/entropy.ts";
import { timeSortedIds } from "../adapters/system/ids.ts";
import { systemLoop, systemTimers } from "../adapters/system/timers.ts";
import { createLog, streamWriter } from "../adapters/telemetry/log.ts";
import { logStoreUse } from "../adapters/telemetry/log-store-use.ts";
import { cooldown } from "../app/access/cooldown.ts";
import type { Deps } from "../app/deps.ts";
import { toldThreats } from "../app/guidance/told-threats.ts";
import { linkGraph } from "../app/links/traverse-links.ts";
import { answerCache } from "../app/recall/answer-cache.ts";
import { type EmbeddingService, embeddingService } from "../app/recall/embedding-service.ts";
import { followingInBackground, noFollowing } from "../app/repository/following.ts";
import { background } from "../app/shared/background.ts";
import { openCaches } from "../app/shared/caches.ts";
import { lateNotices } from "../app/shared/late-notices.ts";
import { observationBuffer } from "../app/shared/observations.ts";
import { whenJoined } from "../app/team/when-joined.ts";
import { DOMAINS } from "../domain/decisions/domains.ts";
import { Fault } from "../domain/shared/errors.ts";
import { noMetrics } from "../domain/shared/metrics.ts";
import type { Checkout } from "../domain/shared/ports.ts";
import type { Store } from "../domain/store.ts";
import { membriaWording } from "../tools/membria/dialect.ts";
import { wordedFault } from "../tools/wording.ts";
import { loadEmbedder } from "./embedding.ts";
import { type Environment, tilde } from "./environment.ts";
import { externalFiles } from "./external-files.ts";
import { followLater } from "./follow-later.ts";
import { graphUrlNotice } from "./graph-url.ts";
import { memoryFile } from "./memory-file.ts";
import { once } from "./once.ts";
import { findPerson } from "./person.ts";
import type { ResolvedProject } from "./project.ts";
import { reopeningStore } from "./reopening-store.ts";
import { teamParts } from "./team.ts";

export interface Wiring extends Deps {
  readonly environment: Environment;
  /** False if the memory is damaged or lost, and every call is answered with that. */
  readonly isOpen: boolean;
  /** Notices about the start for a person. */
  readonly startNotices: readonly string[];
  project(roots?: readonly string[]): Promise<ResolvedProject>;
  /** Looks at the folders once; the function it returns chooses the project, which may change while the program runs. */
  findProject(roots?: readonly string[], where?: Where): Promise<() => Promise<ResolvedProject>>;
  /** The repository of the client's roots. */
  checkoutAt(roots: () => Promise<readonly string[]>, where?: Where): Checkout;
  /** The name of the person who uses this machine, if there is one. It is looked up once for the same roots. */
  person(roots: () => Promise<readonly string[]>): Promise<string | undefined>;
  /** Waits for background work, writes the observations that wait and closes the memory. */
  close(): Promise<void>;
}

interface Where {
  /** Whether the working directory says nothing about the work, as for a client of a server that was started before. */
  readonly onlyRoots: boolean;
}

interface WireOptions {
  readonly keepsRunning: boolean;
  /** Whether to go on with a memory that is damaged or lost, so that every call is answered with what is wrong. */
  readonly answersAnyway?: boolean;
}

/** The composition root: the only place that chooses the adapter of each port. */
export async function wire(
  environment: Environment,
  logTo: NodeJS.WriteStream,
  { keepsRunning, answersAnyway = false }: WireOptions,
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
    // Who runs a command reads it at once; of a server the reply is waited for.
    later: keepsRunning ? systemLoop.nextTurn : undefined,
  });
  if (keepsRunning) process.once("exit", log.flush);
  const { path, notices: ofFile } = memoryFile(environment);
  const graphNotice = graphUrlNotice(settings.graphUrl);
  const notices = graphNotice === undefined ? ofFile : [graphNotice, ...ofFile];
  for (const notice of notices) log.warn(notice);
  const open = (): Promise<Store> => openSqliteStore(path, log);
  let isOpen = true;
  const opened = await open().catch((error: unknown) => {
    if (!answersAnyway || !isDamaged(error)) throw error;
    isOpen = false;
    const { sentence } = wordedFault(error, membriaWording);
    log.error("Every call is answered with what is wrong until the memory is back.", { problem: sentence });
    return reopeningStore(open);
  });
  const store = settings.logLevel === "debug" ? logStoreUse(opened, log) : opened;
  const tasks = background(log, systemLoop);
  const embeddings: EmbeddingService = embeddingService({
    store,
    clock: systemClock,
    processes: runningProcesses,
    log,
    background: tasks,
    load: () => loadEmbedder(settings, log),
    after: { embedded: (ids, signal) => follow.afterEmbedding.embedded(ids, signal) },
    keepsRunning,
  });
  // A command leaves it to the next question: it may only look at the file, and wait for no write.
  if (keepsRunning && isOpen) {
    tasks.start("Removing old guidance", () => store.expireGuidance(systemClock.now()));
    tasks.start("Removing what hooks left behind", () => store.expireHooks(systemClock.now()));
  }
  const checkoutAt: Wiring["checkoutAt"] = (roots, where) =>
    gitCheckout(async () =>
      findWorkTree({ cwd: where?.onlyRoots ? undefined : cwd, roots: await roots(), home: userHome }),
    );
  const answers = answerCache(log);
  const graph = linkGraph(store, systemClock, log);
  const caches = openCaches();
  caches.join("context", answers.describe);
  caches.join("links", graph.usage);
  const show = (file: string): string => tilde(file, userHome);
  /** Where the repositories of projects are, as far as anybody asked. */
  const roots = new Map<string, string>();
  const team = whenJoined({
    store,
    log,
    timers: systemTimers,
    load: async () =>
      (await import("./team-loaded.ts")).loadTeamService(
        { ...deps, ...follow },
        { timers: systemTimers, userHome, keepsRunning, rootOf: (project) => roots.get(project) },
      ),
  });
  const deps = {
    store,
    clock: systemClock,
    ids: timeSortedIds(systemClock),
    entropy: systemEntropy,
    secrets: secretScanner(),
    log,
    metrics: noMetrics,
    caches,
    team,
    betaMath: once(loadBetaMath),
    background: tasks,
    observations: observationBuffer({ write: store.recordObservations, background: tasks, log }),
    meaning: embeddings,
    profiles: fileModelProfiles(join(environment.home, "profiles"), show),
    fitTexts: async () => (await import("./fit-texts.ts")).FIT_TEXTS,
    processes: runningProcesses,
    lateNotices: lateNotices(graphNotice === undefined ? [] : [graphNotice]),
    cooldown: cooldown(settings.writeCooldown, systemClock),
    checkout: checkoutAt(async () => []),
    following: keepsRunning ? followingInBackground() : noFollowing,
    strictCheckpoints: settings.strictCheckpoints,
    // A trial has to record what was shown, which a read-only server cannot do.
    skillTrials: settings.skillTrials && !settings.readOnly,
    antipatterns: async () => (await import("./knowledge.ts")).ANTIPATTERNS,
    antipatternExamples: readAntipatternExamples(shippedFile("antipattern-index.json")),
    toldThreats: toldThreats(),
    threats: threatKnowledge({
      patterns: shippedFile("threats.json"),
      index: shippedFile("threat-index.json"),
    }),
    answers,
    linkGraph: graph,
    backups: async () => (await import("./memory-files.ts")).backupsOf(environment),
    linkBackups: fileLinkBackups(join(environment.home, "backups"), show),
    modules: [...DOMAINS, ...settings.modules],
    externalFiles: externalFiles(cwd),
    ...teamParts(
      { store, entropy: systemEntropy },
      { home: environment.home, path, graphUrl: settings.graphUrl, show },
    ),
  };
  const follow = followLater(async () => (await import("../app/follow-up.ts")).followUp(deps), {
    background: tasks,
    embedSoon: () => embeddings.embedSoon(),
  });
  const find: Wiring["findProject"] = async (offered, where) => {
    const folders = { cwd: where?.onlyRoots ? undefined : cwd, roots: offered, home: userHome };
    const { findProject } = await import("./project.ts");
    const choose = await findProject(folders, settings, { ...deps, ...follow });
    return async () => {
      const found = await choose();
      if (found.root !== undefined) roots.set(found.project, found.root);
      return found;
    };
  };
  const people = new Map<string, ReturnType<Wiring["person"]>>();
  return {
    ...deps,
    ...follow,
    environment,
    async person(roots) {
      const offered = settings.person === undefined ? await roots() : [];
      const key = offered.join("\n");
      const person = people.get(key) ?? findPerson(environment, async () => offered);
      people.set(key, person);
      return person;
    },
    checkoutAt,
    isOpen,
    startNotices: notices,
    project: async (roots) => (await find(roots))(),
    findProject: find,
    async close() {
      await team.stop();
      await embeddings.close();
      await tasks.idle();
      await store.close();
    },
  };
}

const isDamaged = (error: unknown): error is Fault =>
  error instanceof Fault && (error.reason === "store_damaged" || error.reason === "store_lost");
