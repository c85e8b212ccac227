import * as z from "zod";
import type { WrittenBackup } from "../../domain/links/link-backup.ts";
import type { LinkCleanup, PlacedLink } from "../../domain/links/link-upkeep-store.ts";
import { Fault } from "../../domain/shared/errors.ts";
import { ID_PREFIX } from "../../domain/shared/ids.ts";
import { actOf, type Call, defineOperation, projectOf } from "../shared/operation.ts";
import type { LinkDeps } from "./deps.ts";
import { sampleAutoLinks } from "./scan-auto-links.ts";

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
    const { auto } = await deps.store.countLinks(project);
    const samples = await sampleAutoLinks(deps.store, project);
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
  const previous = await deps.store.latestCleanup(project);
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
  await deps.store.beginCleanup(cleanup, act);
  return { cleanup, backup: written, links: backup.links };
}

function noBackup(): Fault {
  return new Fault("conflict", "There is no backup of the links of this project, so nothing was removed.", {
    reason: "backup_required",
    hint: "Make one first.",
    remedies: [{ remedy: "back-up-links" }],
  });
}
