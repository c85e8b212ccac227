import * as z from "zod";
import { requireRole } from "../domain/actor.ts";
import { Fault } from "../domain/errors.ts";
import { ID_PREFIX } from "../domain/ids.ts";
import type { LinkRecord, WrittenBackup } from "../domain/link-backup.ts";
import type { LinkCleanup } from "../domain/link-upkeep-store.ts";
import { actOf, type Call, type Deps, defineOperation, projectOf } from "./operation.ts";

const SAMPLES = 5;
const SLICE = 1_000;

export const scanAutoLinks = defineOperation({
  name: "scan-auto-links",
  summary:
    "Count the links that a machine made in a legacy database, and those that a clean-up leaves alone.",
  effect: "read",
  role: "viewer",
  input: z.strictObject({ includeSamples: z.boolean().default(false) }),
  async run({ includeSamples }, { store }, call) {
    const project = projectOf(call);
    const { total, auto } = await store.countLinks(project);
    const samples = includeSamples ? await autoLinks(store, project, SAMPLES) : [];
    return { total, auto, protected: total - auto, samples };
  },
});

export const backUpLinks = defineOperation({
  name: "back-up-links",
  summary: "Write the links that a clean-up would remove to a file, with a checksum.",
  effect: "append",
  role: "agent",
  input: z.strictObject({ includeProtected: z.boolean().default(false) }),
  async run({ includeProtected }, { store, clock, linkBackups }, call) {
    const project = projectOf(call);
    const links: LinkRecord[] = [];
    for (let after = 0, more = true; more; ) {
      call.signal.throwIfAborted();
      const page = await store.linkRecords(project, { autoOnly: !includeProtected, after, limit: SLICE });
      links.push(...page);
      after = page.at(-1)?.seq ?? after;
      more = page.length === SLICE;
      call.progress(links.length);
    }
    return linkBackups.write({
      format: 1,
      project,
      created_at: clock.now().toISOString(),
      include_protected: includeProtected,
      links,
    });
  },
});

export const cleanUpLinks = defineOperation({
  name: "clean-up-links",
  summary: "Remove the links that a machine made in a legacy database, once they are backed up.",
  effect: "destroy",
  role: "agent",
  input: z.strictObject({
    batchSize: z.number().int().min(1).max(10_000).default(100),
    dryRun: z.boolean().default(true),
  }),
  async run({ batchSize, dryRun }, deps, call) {
    const project = projectOf(call);
    if (!dryRun) requireRole(call.actor, "admin", "To clean up links with dry_run: false");
    const { auto } = await deps.store.countLinks(project);
    const samples = await autoLinks(deps.store, project, SAMPLES);
    const latest = await deps.linkBackups.latest(project);
    if (dryRun) return { dryRun, auto, samples, backup: latest } as const;
    const { cleanup, backup, links } = await requireCleanup(deps, call, latest);
    const ids = links.map(({ id }) => id);
    let removed = 0;
    let failed = 0;
    for (let from = 0; from < ids.length; from += batchSize) {
      // What was removed stays removed; the next call goes on from here.
      call.signal.throwIfAborted();
      const batch = ids.slice(from, from + batchSize);
      try {
        removed += await deps.store.removeAutoLinks(cleanup, batch, actOf(deps, call));
      } catch (error) {
        deps.log.error("A batch of links could not be removed", { error });
        failed += batch.length;
      }
      call.progress(Math.min(from + batchSize, ids.length), ids.length, "links removed");
    }
    const left = (await deps.store.countLinks(project)).auto;
    const ended = failed === 0 ? await deps.store.endCleanup(cleanup, actOf(deps, call)) : cleanup;
    return {
      dryRun,
      cleanup: ended,
      /** By this call; a clean-up that goes on has removed more before. */
      removed,
      failed,
      /** Auto links that are not in the backup, and were left alone for that. */
      left: Math.max(0, left - failed),
      backup,
    } as const;
  },
});

export const restoreLinks = defineOperation({
  name: "restore-links",
  summary: "Bring links back from a backup, exactly as they were.",
  effect: "append",
  role: "admin",
  input: z.strictObject({ backup: z.string().min(1), batchSize: z.number().int().min(1).default(500) }),
  async run({ backup: name, batchSize }, deps, call) {
    const project = projectOf(call);
    const { backup, file } = await deps.linkBackups.read(name);
    if (backup.project !== project) throw otherProject(file, backup.project, project);
    const run = deps.ids.next(ID_PREFIX.cleanup);
    const counts = { restored: 0, present: 0, gone: 0 };
    for (let from = 0; from < backup.links.length; from += batchSize) {
      call.signal.throwIfAborted();
      const batch = backup.links.slice(from, from + batchSize);
      const done = await deps.store.restoreLinks(run, project, batch, actOf(deps, call));
      counts.restored += done.restored;
      counts.present += done.present;
      counts.gone += done.gone;
      call.progress(Math.min(from + batchSize, backup.links.length), backup.links.length, "links restored");
    }
    return { ...counts, file, total: backup.links.length };
  },
});

const autoLinks = (store: Deps["store"], project: string, limit: number): Promise<readonly LinkRecord[]> =>
  store.linkRecords(project, { autoOnly: true, after: 0, limit });

/** The one that was cut off, with the backup it began with; else a new one with the newest backup, if that is whole. */
async function requireCleanup(
  deps: Deps,
  call: Call,
  latest: WrittenBackup | undefined,
): Promise<{ cleanup: LinkCleanup; backup: WrittenBackup; links: readonly LinkRecord[] }> {
  const project = projectOf(call);
  const begun = await deps.store.latestCleanup(project);
  const goesOn = begun && begun.endedAt === undefined && begun.backup === latest?.manifest.backup;
  if (!latest) throw noBackup();
  const { backup, ...written } = await deps.linkBackups.read(latest.manifest.backup);
  const act = actOf(deps, call);
  if (goesOn && begun.checksum === written.manifest.checksum)
    return { cleanup: begun, backup: written, links: backup.links };
  const cleanup: LinkCleanup = {
    id: deps.ids.next(ID_PREFIX.cleanup),
    project,
    backup: written.manifest.backup,
    checksum: written.manifest.checksum,
    startedAt: act.at,
    total: backup.links.length,
    removed: 0,
  };
  await deps.store.beginCleanup(cleanup, act);
  return { cleanup, backup: written, links: backup.links };
}

function noBackup(): Fault {
  return new Fault("conflict", "There is no backup of the links of this project, so nothing was removed.", {
    reason: "backup_required",
    hint: "Make one first with create_link_backup, or `membria links backup`.",
  });
}

function otherProject(file: string, received: string, project: string): Fault {
  return new Fault(
    "conflict",
    `The backup ${file} is of the project ${received}, and this call is for ${project}.`,
    {
      field: "backup",
      received,
      reason: "other_project",
      hint: `Nothing was changed. Restore it with: membria links restore ${file} --project ${received}`,
    },
  );
}
