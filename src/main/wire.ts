import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { cooldown } from "../access/index.ts";
import { loadBetaMath } from "../calibration/index.ts";
import { DOMAINS, linkGraph } from "../decisions/index.ts";
import { expireHooks } from "../hooks/index.ts";
import { readAntipatternExamples } from "../knowledge/antipattern-examples.ts";
import { threatKnowledge } from "../knowledge/threats.ts";
import { expireGuidance, shownThreats } from "../learning/index.ts";
import { type Deps, type Observation, openMemoryFile, recordObservations } from "../memory/index.ts";
import { findWorkTree, type ProjectLookup } from "../portability/index.ts";
import {
  answerCache,
  type EmbeddingService,
  embeddingService,
  fileModelProfiles,
  shippedFile,
} from "../recall/index.ts";
import { followingInBackground, gitCheckout, noFollowing } from "../repository/index.ts";
import { Fault } from "../shared/errors.ts";
import { runningProcesses } from "../shared/files/running-processes.ts";
import { noMetrics } from "../shared/metrics.ts";
import { background } from "../shared/operations/background.ts";
import { openCaches } from "../shared/operations/caches.ts";
import { lateNotices } from "../shared/operations/late-notices.ts";
import { observationBuffer } from "../shared/operations/observations.ts";
import type { Checkout } from "../shared/ports.ts";
import { secretScanner } from "../shared/secrets/secret-scanner.ts";
import {
  patientTimers,
  systemClock,
  systemEntropy,
  systemLoop,
  systemTimers,
  timeSortedIds,
} from "../shared/system/system.ts";
import { createLog, streamWriter } from "../shared/telemetry/log.ts";
import type { Memory } from "../store/file/memory.ts";
import { whenJoined } from "../team/index.ts";
import { membriaWording } from "../tools/membria/dialect.ts";
import { wordedFault } from "../tools/wording.ts";
import { findPerson } from "./caller/person.ts";
import type { ResolvedProject } from "./caller/project.ts";
import { loadEmbedder } from "./embedding.ts";
import { type Environment, memoryFile, tilde } from "./environment.ts";
import { externalFiles } from "./files/external-files.ts";
import { linkBackupsIn } from "./files/link-backups.ts";
import { followLater } from "./follow-later.ts";
import { gitOverHttp } from "./git/git-over-http.ts";
import { patientGit } from "./git/users-git.ts";
import { once } from "./once.ts";
import { reopeningMemory } from "./reopening-memory.ts";
import { graphUrlNotice } from "./team/graph-url.ts";
import { teamParts } from "./team/team.ts";

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
  /** Who named the folders. Where git may be used depends on it. */
  readonly namedBy: "user" | "http-client";
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
  const open = (): Promise<Memory> => openMemoryFile(path, log);
  const opened = await open().catch((error: unknown) => {
    if (!answersAnyway || !isDamaged(error)) throw error;
    const { sentence } = wordedFault(error, membriaWording);
    log.error("Every call is answered with what is wrong until the memory is back.", { problem: sentence });
    return undefined;
  });
  const isOpen = opened !== undefined;
  const used = opened && !keepsRunning ? opened : reopeningMemory(path, open, opened);
  const memory =
    settings.logLevel === "debug"
      ? (await import("../store/file/log-memory-use.ts")).logMemoryUse(used, log)
      : used;
  const tasks = background(log, systemLoop);
  const patient = patientTimers(settings.patience);
  const embeddings: EmbeddingService = embeddingService({
    memory,
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
    tasks.start("Removing old guidance", () => expireGuidance(memory, systemClock.now()));
    tasks.start("Removing what hooks left behind", () => expireHooks(memory, systemClock.now()));
  }
  const lookup = (offered: readonly string[] | undefined, where: Where | undefined): ProjectLookup => ({
    cwd: where?.onlyRoots ? undefined : cwd,
    roots: offered,
    home: userHome,
    git: where?.namedBy === "http-client" ? gitOverHttp(environment) : patientGit(settings.patience),
  });
  const checkoutAt: Wiring["checkoutAt"] = (roots, where) =>
    gitCheckout(async () => findWorkTree(lookup(await roots(), where)));
  const answers = answerCache(log);
  const graph = linkGraph(memory, systemClock, log);
  const caches = openCaches();
  caches.join("context", answers.describe);
  caches.join("links", graph.usage);
  const show = (file: string): string => tilde(file, userHome);
  /** Where the repositories of projects are, as far as anybody asked. */
  const roots = new Map<string, string>();
  const team = whenJoined({
    memory,
    log,
    timers: systemTimers,
    load: async () =>
      (await import("./team/team-loaded.ts")).loadTeamService(
        { ...deps, ...follow },
        { timers: systemTimers, userHome, keepsRunning, rootOf: (project) => roots.get(project) },
      ),
  });
  const deps = {
    memory,
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
    timers: patient,
    observations: observationBuffer<Observation>({
      write: (batch, since) => recordObservations(memory, batch, since),
      position: memory.position,
      background: tasks,
      timers: patient,
      log,
    }),
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
    shownThreats: shownThreats(),
    threats: threatKnowledge({
      patterns: shippedFile("threats.json"),
      index: shippedFile("threat-index.json"),
    }),
    answers,
    linkGraph: graph,
    backups: async () => (await import("./files/memory-files.ts")).backupsOf(environment),
    linkBackups: linkBackupsIn(join(environment.home, "backups"), show),
    modules: [...DOMAINS, ...settings.modules],
    externalFiles: externalFiles(cwd),
    ...teamParts(
      { memory, entropy: systemEntropy },
      { home: environment.home, path, graphUrl: settings.graphUrl, show },
    ),
  };
  const follow = followLater(async () => (await import("../memory/follow-up.ts")).followUp(deps), {
    background: tasks,
    embedSoon: () => embeddings.embedSoon(),
  });
  const find: Wiring["findProject"] = async (offered, where) => {
    const { findProject } = await import("./caller/project.ts");
    const choose = await findProject(lookup(offered, where), settings, { ...deps, ...follow });
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
      await memory.close();
    },
  };
}

const isDamaged = (error: unknown): error is Fault =>
  error instanceof Fault && (error.reason === "store_damaged" || error.reason === "store_lost");
