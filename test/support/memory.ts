import { dirname, join } from "node:path";
import { onTestFinished } from "vitest";
import { shippedFile } from "../../src/adapters/embedding/shipped-file.ts";
import { fileLinkBackups } from "../../src/adapters/files/link-backups.ts";
import { runningProcesses } from "../../src/adapters/files/running-processes.ts";
import { wholeFiles } from "../../src/adapters/files/whole-files.ts";
import { readAntipatternExamples } from "../../src/adapters/knowledge/antipattern-examples.ts";
import { threatKnowledge } from "../../src/adapters/knowledge/threats.ts";
import { secretScanner } from "../../src/adapters/secrets/secret-scanner.ts";
import { sqliteBackups } from "../../src/adapters/sqlite/repair/memory-backups.ts";
import { openSqliteStore } from "../../src/adapters/sqlite/store.ts";
import { loadBetaMath } from "../../src/adapters/statistics/beta.ts";
import { systemEntropy } from "../../src/adapters/system/entropy.ts";
import { systemLoop } from "../../src/adapters/system/timers.ts";
import { cooldown } from "../../src/app/access/cooldown.ts";
import type { Deps } from "../../src/app/deps.ts";
import { followUp } from "../../src/app/follow-up.ts";
import { toldThreats } from "../../src/app/guidance/told-threats.ts";
import { linkGraph } from "../../src/app/links/traverse-links.ts";
import { answerCache } from "../../src/app/recall/answer-cache.ts";
import { noFollowing } from "../../src/app/repository/following.ts";
import { background } from "../../src/app/shared/background.ts";
import { openCaches } from "../../src/app/shared/caches.ts";
import { noCheckout } from "../../src/app/shared/checkout.ts";
import { lateNotices } from "../../src/app/shared/late-notices.ts";
import { observationBuffer } from "../../src/app/shared/observations.ts";
import type { Call } from "../../src/app/shared/operation.ts";
import type { CallSharing } from "../../src/app/shared/sharing.ts";
import { noTeams } from "../../src/app/team/team-sync.ts";
import { DOMAINS } from "../../src/domain/decisions/domains.ts";
import type { AuthorKind, Role } from "../../src/domain/shared/actor.ts";
import { noMetrics } from "../../src/domain/shared/metrics.ts";
import type { Ids, Log } from "../../src/domain/shared/ports.ts";
import { externalFiles } from "../../src/main/external-files.ts";
import { FIT_TEXTS } from "../../src/main/fit-texts.ts";
import { ANTIPATTERNS } from "../../src/main/knowledge.ts";
import { teamParts } from "../../src/main/team.ts";
import { type SetClock, setClock } from "./clock.ts";
import { screened } from "./decisions.ts";
import { knownProfiles } from "./known-profiles.ts";
import { noMeaning } from "./no-meaning.ts";
import { silentLog } from "./silent-log.ts";
import { type TemporaryFolder, temporaryFolder } from "./temporary-folder.ts";

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

export interface TestMemory extends Deps {
  readonly clock: SetClock;
  readonly path: string;
}

/** The real store on a new or existing file, with a fake clock and numbered ids. */
export async function openMemory(
  log: Log = silentLog,
  existing?: { readonly path: string; readonly now: Date },
): Promise<TestMemory> {
  const path = existing?.path ?? (await folderOfTest()).file("membria.db");
  const store = await openSqliteStore(path, log);
  const tasks = background(log, systemLoop);
  const clock = setClock(existing?.now ?? START);
  onTestFinished(async () => {
    await tasks.idle();
    await store.close();
  });
  const deps = {
    store,
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
    observations: observationBuffer({ write: store.recordObservations, background: tasks, log }),
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
    toldThreats: toldThreats(),
    externalFiles: externalFiles(process.cwd()),
    threats: THREATS,
    linkGraph: linkGraph(store, clock),
    backups: async () => sqliteBackups(path, { keep: 3, files: wholeFiles, processes: runningProcesses }),
    linkBackups: fileLinkBackups(join(dirname(path), "backups"), (file) => file),
    ...teamParts(
      { store, entropy: systemEntropy },
      { home: dirname(path), path, graphUrl: undefined, show: (file) => file },
    ),
  };
  return { ...deps, ...followUp(deps), path };
}

/** The same memory with other parts, which what follows a write uses too. */
export function rewired(memory: TestMemory, parts: Partial<Deps>): TestMemory {
  const deps = { ...memory, ...parts };
  return { ...deps, ...followUp(deps), clock: memory.clock };
}
