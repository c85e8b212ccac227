import { dirname, join } from "node:path";
import { onTestFinished } from "vitest";
import { cooldown } from "../../src/access/operations/cooldown.ts";
import { loadBetaMath } from "../../src/calibration/beta.ts";
import { fileLinkBackups } from "../../src/decisions/files/link-backups.ts";
import { linkGraph } from "../../src/decisions/operations/traverse-links.ts";
import { DOMAINS } from "../../src/decisions/rules/topic-and-domain.ts";
import { readAntipatternExamples } from "../../src/knowledge/antipattern-examples.ts";
import { threatKnowledge } from "../../src/knowledge/threats.ts";
import { shownThreats } from "../../src/learning/operations/shown-threats.ts";
import { externalFiles } from "../../src/main/files/external-files.ts";
import { FIT_TEXTS } from "../../src/main/fit-texts.ts";
import { ANTIPATTERNS } from "../../src/main/knowledge.ts";
import { teamParts } from "../../src/main/team/team.ts";
import type { Deps } from "../../src/memory/deps.ts";
import { followUp } from "../../src/memory/follow-up.ts";
import { memoryOver, openMemoryFile } from "../../src/memory/open-memory.ts";
import { type Observation, recordObservations } from "../../src/memory/record-observations.ts";

import { shippedFile } from "../../src/recall/embedding/shipped-file.ts";
import { answerCache } from "../../src/recall/operations/answer-cache.ts";
import { sqliteBackups } from "../../src/repair/sql/memory-backups.ts";
import { noFollowing } from "../../src/repository/operations/follow-anchors.ts";
import type { AuthorKind, Role } from "../../src/shared/actor.ts";
import { runningProcesses } from "../../src/shared/files/running-processes.ts";
import { wholeFiles } from "../../src/shared/files/whole-files.ts";
import { noMetrics } from "../../src/shared/metrics.ts";
import { background } from "../../src/shared/operations/background.ts";
import { openCaches } from "../../src/shared/operations/caches.ts";
import { noCheckout } from "../../src/shared/operations/checkout.ts";
import { lateNotices } from "../../src/shared/operations/late-notices.ts";
import { observationBuffer } from "../../src/shared/operations/observations.ts";
import type { Call } from "../../src/shared/operations/operation.ts";
import type { CallSharing } from "../../src/shared/operations/sharing.ts";
import type { Ids, Log } from "../../src/shared/ports.ts";
import { secretScanner } from "../../src/shared/secrets/secret-scanner.ts";
import { systemEntropy, systemLoop } from "../../src/shared/system/system.ts";
import { connect } from "../../src/store/file/connection.ts";
import type { Memory } from "../../src/store/file/memory.ts";
import type { LogSync } from "../../src/store/file/write-ahead-log.ts";
import { noTeams } from "../../src/team/operations/team-sync.ts";
import { type SetClock, setClock } from "./clock.ts";
import { screened } from "./decisions.ts";
import { knownProfiles } from "./known-profiles.ts";
import { writeNewMemory } from "./new-memory.ts";
import { noMeaning } from "./no-meaning.ts";
import { silentLog } from "./silent-log.ts";
import { type TemporaryFolder, temporaryFolder } from "./temporary-folder.ts";
import { endlessPatience } from "./timers.ts";

/** As the build wrote them; read once for all tests of a file. */
const THREATS = threatKnowledge({
  patterns: shippedFile("threats.json"),
  index: shippedFile("threat-index.json"),
});
const EXAMPLES = readAntipatternExamples(shippedFile("antipattern-index.json"));

export const START = new Date("2026-02-12T10:30:00.000Z");

/** `dec_000001`, `dec_000002`, … */
function countedIds(): Ids {
  let count = 0;
  return { next: (prefix) => `${prefix}_${String(++count).padStart(6, "0")}` };
}

export interface Caller {
  readonly kind?: AuthorKind;
  readonly name?: string;
  /** On whose behalf an agent or a script acts. */
  readonly person?: string;
  readonly key?: string;
  readonly role?: Role;
  readonly project?: string;
  readonly notices?: readonly string[];
  /** What the person answers; nobody can be asked unless it is given. */
  readonly consent?: Call["consent"];
  /** As on stdio by default. */
  readonly mayReportConsent?: boolean;
  readonly signal?: AbortSignal;
  readonly sharing?: CallSharing;
}

/** The caller: an agent in the project `shop` by default. */
export function callBy(caller: Caller = {}): Call {
  return {
    actor: {
      role: caller.role ?? "agent",
      author: {
        kind: caller.kind ?? "agent",
        name: screened(caller.name ?? "test-agent"),
        ...(caller.person !== undefined && { person: screened(caller.person) }),
      },
      client: screened("test-agent/1.0"),
      ...(caller.key !== undefined && { key: caller.key }),
    },
    scope: caller.project ?? "shop",
    dueDays: 30,
    notices: caller.notices ?? [],
    consent: caller.consent ?? (() => undefined),
    mayReportConsent: caller.mayReportConsent ?? true,
    sharing: caller.sharing,
    signal: caller.signal ?? new AbortController().signal,
    progress: () => {},
  };
}

/** A folder that is removed after the test. */
export async function folderOfTest(): Promise<TemporaryFolder> {
  const folder = await temporaryFolder();
  onTestFinished(() => folder.remove());
  return folder;
}

/** All that operations need, which is the memory itself, too. */
export interface TestMemory extends Deps, Memory {
  readonly clock: SetClock;
}

/**
 * The real store on a new or existing file, with a fake clock and numbered ids. Nothing gives up because it takes long, be
 * it a write to a new file that waits for a lock or a read that waits for git.
 */
export async function openMemory(
  log: Log = silentLog,
  existing?: { readonly path: string; readonly now: Date },
): Promise<TestMemory> {
  const path = existing?.path ?? (await folderOfTest()).file("membria.db");
  const opened = existing ? await openMemoryFile(path, log) : await openNewMemory(path, log);
  const tasks = background(log, systemLoop);
  const clock = setClock(existing?.now ?? START);
  onTestFinished(async () => {
    await tasks.idle();
    await opened.close();
  });
  const deps = {
    memory: opened,
    clock,
    ids: countedIds(),
    entropy: systemEntropy,
    secrets: secretScanner(),
    log,
    metrics: noMetrics,
    caches: openCaches(),
    team: noTeams,
    modules: DOMAINS,
    betaMath: () => loadBetaMath(),
    background: tasks,
    timers: endlessPatience,
    observations: observationBuffer<Observation>({
      write: (batch, since) => recordObservations(opened, batch, since),
      position: opened.position,
      background: tasks,
      timers: endlessPatience,
      log,
    }),
    meaning: noMeaning,
    profiles: knownProfiles,
    fitTexts: async () => FIT_TEXTS,
    processes: runningProcesses,
    cooldown: cooldown(0, clock),
    checkout: noCheckout,
    following: noFollowing,
    strictCheckpoints: false,
    skillTrials: false,
    antipatterns: async () => ANTIPATTERNS,
    antipatternExamples: EXAMPLES,
    lateNotices: lateNotices(),
    answers: answerCache(),
    shownThreats: shownThreats(),
    externalFiles: externalFiles(process.cwd()),
    threats: THREATS,
    linkGraph: linkGraph(opened, clock),
    backups: async () => sqliteBackups(path, { keep: 3, files: wholeFiles, processes: runningProcesses }),
    linkBackups: fileLinkBackups(join(dirname(path), "backups"), (file) => file),
    ...teamParts(
      { memory: opened, entropy: systemEntropy },
      { home: dirname(path), path, graphUrl: undefined, show: (file) => file },
    ),
  };
  return { ...opened, ...deps, ...followUp(deps) };
}

/** Nobody reads these files after a power cut. */
const NO_SYNC: LogSync = {
  hasFailed: () => false,
  recover: async () => {},
  isReady: () => true,
  sync: async () => {},
  close: async () => {},
};

async function openNewMemory(path: string, log: Log): Promise<Memory> {
  await writeNewMemory(path);
  const deadlineMs = Number.POSITIVE_INFINITY;
  return memoryOver(await connect(path, { deadlineMs, log: NO_SYNC }), path, log);
}

/** The same memory with other parts, which what follows a write uses too. */
export function rewired(memory: TestMemory, parts: Partial<Deps>): TestMemory {
  const deps = { ...memory, ...parts };
  return { ...deps, ...deps.memory, ...followUp(deps), clock: memory.clock };
}
