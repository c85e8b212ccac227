import * as z from "zod";
import { restoreLinkBackup } from "../../app/links/restore-link-backup.ts";
import { perform } from "../../app/shared/operation.ts";
import { defineCommand } from "../command.ts";

export const linksRestore = defineCommand({
  name: "links restore",
  summary: "Restore links from a backup, exactly as they were.",
  positionals: ["backup"],
  input: z.strictObject({
    backup: restoreLinkBackup.input.shape.backup.describe(
      "The backup's file, or its name in the backups folder",
    ),
  }),
  async run({ backup }, { deps, call, terminal }) {
    const done = await perform(restoreLinkBackup, { backup }, await deps(), {
      ...(await call()),
      progress: (count, total) => terminal.progress(`restoring ${count} of ${total}`),
    });
    terminal.progress("");
    const { restored, present, gone, total, file } = done;
    return {
      json: { restored, present, gone, total, file },
      text: [
        `${restored} of ${total} links were restored.`,
        ...(present > 0 ? [`${present} existed already and were not changed.`] : []),
        ...(gone > 0 ? [`${gone} could not be restored, because a decision they link was erased.`] : []),
      ].join("\n"),
    };
  },
});
