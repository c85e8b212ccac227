import * as z from "zod";
import type { LinkRecord } from "../../domain/links/link-backup.ts";
import { defineOperation, projectOf } from "../shared/operation.ts";
import type { LinkDeps } from "./deps.ts";

const SLICE = 1_000;

export const writeLinkBackup = defineOperation({
  name: "write-link-backup",
  summary: "Write the links that a clean-up would remove to a file, with a checksum.",
  effect: "append",
  role: "agent",
  input: z.strictObject({ includeProtected: z.boolean().default(false) }),
  async run({ includeProtected }, { store, clock, linkBackups }: LinkDeps, call) {
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
