import * as z from "zod";
import { Fault } from "../../domain/shared/errors.ts";
import { ID_PREFIX } from "../../domain/shared/ids.ts";
import { actOf, defineOperation, projectOf } from "../shared/operation.ts";
import type { LinkDeps } from "./deps.ts";

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
      const done = await deps.store.restoreLinks(project, run, batch, actOf(deps, call));
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
