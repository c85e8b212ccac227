import * as z from "zod";
import type { PlacedLink } from "../../domain/links/link-upkeep-store.ts";
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
    const links: PlacedLink[] = [];
    for (let more = true; more; ) {
      call.signal.throwIfAborted();
      const after = links.at(-1)?.place;
      const page = await store.linksInOrder(project, { autoOnly: !includeProtected, after, limit: SLICE });
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
