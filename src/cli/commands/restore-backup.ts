import { resolve } from "node:path";
import * as z from "zod";
import type { MemoryFacts, RestorePreview } from "../../domain/repair/memory-backups.ts";
import { Fault } from "../../domain/shared/errors.ts";
import { type CommandResult, defineCommand, type Installation } from "../command.ts";
import { table } from "../terminal.ts";

export const restoreBackup = defineCommand({
  name: "restore-backup",
  summary: "Put a copy in the place of the memory. A copy of the present memory is made first.",
  positionals: ["file"],
  input: z.strictObject({
    file: z.string().min(1).describe("The copy (membria backup --list shows those there are)"),
    yes: z.boolean().default(false).describe("Do it without asking"),
    dryRun: z.boolean().default(false).describe("Only compare the copy with the memory, and change nothing"),
  }),
  async run({ file, yes, dryRun }, { installation, terminal, now }) {
    const backups = await installation.backups();
    const source = resolve(file);
    const onProgress = (done: number, total: number, what: string): void =>
      terminal.progress(`${what}: ${done} of ${total}`);
    const preview = await backups.preview(source, onProgress);
    terminal.progress("");
    const compared = comparison(preview);
    if (dryRun) return dryRunResult(source, preview, compared, installation);
    if (!yes) {
      const answer = await terminal.confirm(
        `${compared}\nPut ${installation.show(source)} in the place of the memory?`,
      );
      if (answer === undefined) throw notAsked(installation.show(source));
      if (!answer) return { json: { restored: false }, text: "Nothing was changed.", exitCode: 1 };
    }
    const { facts, copy, setAside } = await backups.restore(source, { at: now(), onProgress });
    terminal.progress("");
    const shown = (path: string | undefined): string | null =>
      path === undefined ? null : installation.show(path);
    return {
      json: {
        restored: true,
        from: installation.show(source),
        ...previewJson(preview),
        previous: shown(copy),
        set_aside: shown(setAside),
      },
      text: [
        `The memory is that of ${installation.show(source)} again: ${facts.decisions} decisions, the last change on ${dateText(facts)}.`,
        ...(copy === undefined
          ? []
          : [
              `What was there before is in ${shown(copy)}. To go back to that: membria restore-backup ${shown(copy)}`,
            ]),
        ...(setAside === undefined
          ? []
          : [`What was there before could not be read, and is kept as it was: ${shown(setAside)}`]),
        ...warnings(preview),
      ].join("\n"),
    };
  },
});

function dryRunResult(
  source: string,
  preview: RestorePreview,
  compared: string,
  { show }: Installation,
): CommandResult {
  return {
    json: { restored: false, from: show(source), ...previewJson(preview) },
    text: [
      compared,
      "Nothing was changed. Stop the clients and servers that use this memory, and then:",
      `  membria restore-backup ${show(source)}`,
    ].join("\n"),
  };
}

function comparison(preview: RestorePreview): string {
  const { backup, present } = preview;
  const row = (name: string, of: (facts: MemoryFacts) => string | number): string[] => [
    name,
    present ? String(of(present)) : "none",
    String(of(backup)),
  ];
  return [
    table(
      [
        ["", "NOW", "COPY"],
        row("decisions", ({ decisions }) => decisions),
        row("outcomes", ({ outcomes }) => outcomes),
        row("checkpoints", ({ checkpoints }) => checkpoints),
        row("projects", ({ projects }) => projects),
        row("entries of the log", ({ entries }) => entries),
        row("last change (UTC)", dateText),
      ],
      80,
    ),
    ...(present ? [] : ["There is no memory now that can be read."]),
    ...warnings(preview),
  ].join("\n");
}

const dateText = ({ lastChange }: MemoryFacts): string =>
  lastChange ? lastChange.toISOString().slice(0, 16).replace("T", " ") : "never";

/** What a person would not expect to come back. */
function warnings({ erased, revokedKeys }: RestorePreview): string[] {
  return [
    ...(erased > 0
      ? [
          `The copy has ${erased === 1 ? "1 record that was" : `${erased} records that were`} erased since: erase again with membria forget.`,
        ]
      : []),
    ...(revokedKeys > 0
      ? [
          `The copy has ${revokedKeys === 1 ? "1 key that was" : `${revokedKeys} keys that were`} revoked since: revoke again with membria keys revoke.`,
        ]
      : []),
  ];
}

const factsJson = ({ lastChange, ...facts }: MemoryFacts) => ({
  ...facts,
  last_change: lastChange?.toISOString() ?? null,
});

const previewJson = ({ backup, present, erased, revokedKeys }: RestorePreview) => ({
  copy: factsJson(backup),
  memory: present ? factsJson(present) : null,
  erased_since: erased,
  revoked_keys_since: revokedKeys,
});

function notAsked(file: string): Fault {
  return new Fault("invalid", "There is no terminal to ask at. Nothing was changed.", {
    field: "yes",
    reason: "confirmation_needed",
    hint: `See what would change with --dry-run, and then: membria restore-backup ${file} --yes`,
  });
}
