/**
 * Removes the links that a machine made in a legacy database: counts, backs up, removes, checks and restores them.
 */

import * as z from "zod";
import { Fault } from "../../shared/errors.ts";
import { ID_PREFIX } from "../../shared/ids.ts";
import { actOf, type Call, defineOperation, projectOf } from "../../shared/operations/operation.ts";
import type { Memory } from "../../store/file/memory.ts";
import type { Link, LinkCleanup, PlacedLink } from "../rules/link.ts";
import type { WrittenBackup } from "../rules/link-files.ts";
import {
  beginCleanup,
  countLinks,
  endCleanup,
  latestCleanup,
  linksInOrder,
  removeAutoLinks,
  restoreLinks,
} from "../sql/link-upkeep.ts";
import type { LinkDeps } from "./deps.ts";

const SAMPLES = 5;

export const scanAutoLinks = defineOperation({
  name: "scan-auto-links",
  summary:
    "Count the links that a machine made in a legacy database, and those that a clean-up leaves alone.",
  effect: "read",
  role: "viewer",
  input: z.strictObject({ includeSamples: z.boolean().default(false) }),
  async run({ includeSamples }, { memory }: LinkDeps, call) {
    const project = projectOf(call);
    const { total, auto } = await countLinks(memory, project);
    const samples = includeSamples ? await sampleAutoLinks(memory, project) : [];
    return { total, auto, protected: total - auto, samples };
  },
});

/** Some of the links that a clean-up would remove. */
async function sampleAutoLinks(memory: Memory, project: string): Promise<readonly Link[]> {
  const first = await linksInOrder(memory, project, { autoOnly: true, limit: SAMPLES });
  return first.map(({ link }) => link);
}

const SLICE = 1_000;

export const writeLinkBackup = defineOperation({
  name: "write-link-backup",
  summary: "Write the links that a clean-up would remove to a file, with a checksum.",
  effect: "append",
  role: "agent",
  input: z.strictObject({ includeProtected: z.boolean().default(false) }),
  async run({ includeProtected }, { memory, clock, linkBackups }: LinkDeps, call) {
    const project = projectOf(call);
    const links: PlacedLink[] = [];
    for (let more = true; more; ) {
      call.signal.throwIfAborted();
      const after = links.at(-1)?.place;
      const page = await linksInOrder(memory, project, { autoOnly: !includeProtected, after, limit: SLICE });
      links.push(...page);
      more = page.length === SLICE;
      call.progress(links.length);
    }
    return linkBackups.write({
      project,
      created_at: clock.now().toISOString(),
      include_protected: includeProtected,
      links,
    });
  },
});

export const runLinkCleanup = defineOperation({
  name: "run-link-cleanup",
  summary: "Remove the links that a machine made in a legacy database, once they are backed up.",
  effect: "destroy",
  role: "agent",
  higherRole: {
    role: "admin",
    field: "dryRun",
    value: false,
    toDo: "remove links and not only say which",
  },
  input: z.strictObject({
    batchSize: z.number().int().min(1).max(10_000).default(100),
    dryRun: z.boolean().default(true),
  }),
  async run({ batchSize, dryRun }, deps: LinkDeps, call) {
    const project = projectOf(call);
    const { auto } = await countLinks(deps.memory, project);
    const samples = await sampleAutoLinks(deps.memory, project);
    const latest = await deps.linkBackups.latest(project);
    if (dryRun) return { dryRun, auto, samples, backup: latest } as const;
    const { cleanup, backup, links } = await requireCleanup(deps, call, latest);
    const ids = links.map(({ link }) => link.id);
    let removed = 0;
    let failed = 0;
    for (let from = 0; from < ids.length; from += batchSize) {
      // Finished batches stay removed, and the next call continues from here.
      call.signal.throwIfAborted();
      const batch = ids.slice(from, from + batchSize);
      try {
        removed += await removeAutoLinks(deps.memory, cleanup, batch, actOf(deps, call));
      } catch (error) {
        deps.log.error("A batch of links could not be removed", { error });
        failed += batch.length;
      }
      call.progress(Math.min(from + batchSize, ids.length), ids.length, "links removed");
    }
    const left = (await countLinks(deps.memory, project)).auto;
    const ended = failed === 0 ? await endCleanup(deps.memory, cleanup, actOf(deps, call)) : cleanup;
    return {
      dryRun,
      cleanup: ended,
      /** Removed by this call. A resumed clean-up has removed more before. */
      removed,
      failed,
      /** Auto links that were kept because they are not in the backup. */
      left: Math.max(0, left - failed),
      backup,
    } as const;
  },
});

/** Resumes an interrupted clean-up with its backup, or starts a new one with the newest backup, which must be intact. */
async function requireCleanup(
  deps: LinkDeps,
  call: Call,
  latest: WrittenBackup | undefined,
): Promise<{ cleanup: LinkCleanup; backup: WrittenBackup; links: readonly PlacedLink[] }> {
  const project = projectOf(call);
  const previous = await latestCleanup(deps.memory, project);
  const canResume = previous && previous.endedAt === undefined && previous.backup === latest?.manifest.backup;
  if (!latest) throw noBackup();
  const { backup, ...written } = await deps.linkBackups.read(latest.manifest.backup);
  const act = actOf(deps, call);
  if (canResume && previous.checksum === written.manifest.checksum)
    return { cleanup: previous, backup: written, links: backup.links };
  const cleanup: LinkCleanup = {
    id: deps.ids.next(ID_PREFIX.cleanup),
    project,
    backup: written.manifest.backup,
    checksum: written.manifest.checksum,
    startedAt: act.at,
    total: backup.links.length,
    removed: 0,
  };
  await beginCleanup(deps.memory, cleanup, act);
  return { cleanup, backup: written, links: backup.links };
}

function noBackup(): Fault {
  return new Fault("conflict", "There is no backup of the links of this project, so nothing was removed.", {
    reason: "backup_required",
    hint: "Make one first.",
    remedies: [{ remedy: "back-up-links" }],
  });
}

/** `NOT_RUN`: there was no clean-up whose result could be good or bad. */
export const CLEANUP_STATUSES = ["SUCCESS", "PARTIAL", "FAILED", "NOT_RUN"] as const;

/** Shares of auto links among all links: below the first the clean-up succeeded, up to the second it succeeded in part. */
const SUCCEEDED_UNDER = 0.05;
const PARTIAL_UP_TO = 0.1;

interface CleanupVerdict {
  readonly status: (typeof CLEANUP_STATUSES)[number];
  readonly total: number;
  readonly remaining: number;
  /** The share of auto links among all links. */
  readonly ratio: number;
  readonly protected: number;
  /** The latest one, if there was any. */
  readonly cleanup: LinkCleanup | undefined;
}

export const validateCleanup = defineOperation({
  name: "validate-cleanup",
  summary: "Say whether a clean-up left few enough auto links.",
  effect: "read",
  role: "viewer",
  input: z.strictObject({}),
  async run(_, { memory }: LinkDeps, call): Promise<CleanupVerdict> {
    const project = projectOf(call);
    const { total, auto } = await countLinks(memory, project);
    const ratio = total === 0 ? 0 : auto / total;
    const cleanup = await latestCleanup(memory, project);
    return {
      status: cleanup ? statusOf(ratio) : "NOT_RUN",
      total,
      remaining: auto,
      ratio,
      protected: total - auto,
      cleanup,
    };
  },
});

export function statusOf(ratio: number): (typeof CLEANUP_STATUSES)[number] {
  if (ratio < SUCCEEDED_UNDER) return "SUCCESS";
  return ratio <= PARTIAL_UP_TO ? "PARTIAL" : "FAILED";
}

export const restoreLinkBackup = defineOperation({
  name: "restore-link-backup",
  summary: "Bring links back from a backup, exactly as they were.",
  effect: "append",
  role: "admin",
  input: z.strictObject({ backup: z.string().min(1), batchSize: z.number().int().min(1).default(500) }),
  async run({ backup: name, batchSize }, deps: LinkDeps, call) {
    const project = projectOf(call);
    const { backup, file } = await deps.linkBackups.read(name);
    if (backup.project !== project) throw otherProject(file, backup.project, project);
    const run = deps.ids.next(ID_PREFIX.cleanup);
    const counts = { restored: 0, present: 0, gone: 0 };
    for (let from = 0; from < backup.links.length; from += batchSize) {
      call.signal.throwIfAborted();
      const batch = backup.links.slice(from, from + batchSize);
      const done = await restoreLinks(deps.memory, project, run, batch, actOf(deps, call));
      counts.restored += done.restored;
      counts.present += done.present;
      counts.gone += done.gone;
      call.progress(Math.min(from + batchSize, backup.links.length), backup.links.length, "links restored");
    }
    return { ...counts, file, total: backup.links.length };
  },
});

function otherProject(file: string, received: string, project: string): Fault {
  return new Fault(
    "conflict",
    `The backup ${file} is of the project ${received}, and this call is for ${project}.`,
    {
      field: "backup",
      received,
      reason: "other_project",
      hint: "Nothing was changed.",
      remedies: [{ remedy: "restore-backup", file, project: received }],
    },
  );
}
