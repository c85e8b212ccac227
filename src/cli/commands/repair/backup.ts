/** Commands about copies: backup and restore-backup. */

import { resolve } from "node:path";
import * as z from "zod";
import type { Backup, DailyCopy, MemoryFacts, RestorePreview, WrittenBackup } from "../../../repair/index.ts";
import { Fault } from "../../../shared/errors.ts";
import { type CommandContext, type CommandResult, defineCommand, type Installation } from "../../command.ts";
import { ageText, minuteText } from "../../figures.ts";
import { table } from "../../terminal.ts";

export const backup = defineCommand({
  name: "backup",
  summary: "Copy the whole memory to a file, while others may use it, and check the copy.",
  positionals: ["file"],
  input: z.strictObject({
    file: z
      .string()
      .min(1)
      .optional()
      .describe("The file to write (one with the time in its name, in the folder backups beside the memory)"),
    force: z.boolean().default(false).describe("Replace the file if it is there"),
    list: z.boolean().default(false).describe("List the copies there are, with date, size and decisions"),
    daily: z
      .boolean()
      .default(false)
      .describe(
        "Make the automatic copy of the day, if it is due; servers and commands do this by themselves",
      ),
  }),
  async run({ file, force, list, daily }, context) {
    const { installation, terminal, now } = context;
    const given = [file !== undefined && "FILE", list && "--list", daily && "--daily"].filter(Boolean);
    if (given.length > 1) throw onlyOne(given as string[]);
    const backups = await installation.backups();
    if (list) return listed(await backups.list(), context);
    if (daily) return dailyResult(await backups.makeDaily(now()), context);
    const written = await backups.write({
      file: file === undefined ? undefined : resolve(file),
      replace: force,
      at: now(),
      onProgress: (done, total, what) => terminal.progress(`${what}: ${done} of ${total}`),
    });
    terminal.progress("");
    return {
      json: writtenJson(written, context),
      text: [
        `${installation.show(written.path)}: ${contentText(written)}. The copy was checked.`,
        `To go back to it: membria restore-backup ${installation.show(written.path)}`,
      ].join("\n"),
    };
  },
});

/** Such as: 620 KB, 44 decisions in 3 projects. */
function contentText({ bytes, facts: { decisions, projects } }: WrittenBackup): string {
  const found = decisions === 1 ? "1 decision" : `${decisions} decisions`;
  return `${sizeText(bytes)}, ${found} in ${projects === 1 ? "1 project" : `${projects} projects`}`;
}

const writtenJson = ({ path, bytes, facts }: WrittenBackup, { installation }: CommandContext) => ({
  file: installation.show(path),
  bytes,
  decisions: facts.decisions,
  projects: facts.projects,
  format: facts.format,
  entries: facts.entries,
  verified: true,
});

function listed(backups: readonly Backup[], { installation, terminal, now }: CommandContext): CommandResult {
  const rows = backups.map(({ path, at, bytes, origin, decisions }) => [
    minuteText(at),
    ageText(at, now()),
    sizeText(bytes),
    decisions === undefined ? "damaged" : String(decisions),
    origin,
    installation.show(path),
  ]);
  return {
    json: {
      backups: backups.map(({ path, at, bytes, origin, decisions }) => ({
        file: installation.show(path),
        at: at.toISOString(),
        bytes,
        origin: origin.replace(" ", "_"),
        decisions: decisions ?? null,
      })),
    },
    text:
      backups.length === 0
        ? "There is no copy of the memory yet. To make one: membria backup"
        : [
            table([["MADE (UTC)", "AGE", "SIZE", "DECISIONS", "WHY", "FILE"], ...rows], terminal.width, true),
            "To go back to one: membria restore-backup FILE",
          ].join("\n"),
  };
}

function dailyResult(copy: DailyCopy, context: CommandContext): CommandResult {
  if (copy.state === "made") {
    const { installation } = context;
    return {
      json: {
        made: true,
        ...writtenJson(copy.backup, context),
        removed: copy.removed.map((path) => installation.show(path)),
      },
      text: [
        `${installation.show(copy.backup.path)}: ${contentText(copy.backup)}. The copy was checked.`,
        ...copy.removed.map((path) => `Deleted, as an older one: ${installation.show(path)}`),
      ].join("\n"),
    };
  }
  const reasons = {
    off: "Daily copies are turned off: the setting backups (MEMBRIA_BACKUPS) is 0.",
    "not due":
      "No daily copy is due: the last one is of today, nothing was written since, or the memory is new.",
    "in hand": "Another process is making the daily copy, or just erased something. Try again later.",
    "too large": "The memory is too large.",
  };
  return { json: { made: false, because: copy.state.replace(" ", "_") }, text: reasons[copy.state] };
}

function onlyOne(given: readonly string[]): Fault {
  return new Fault("invalid", `${given.join(" and ")} were given together.`, {
    reason: "given_twice",
    hint: "membria backup FILE writes a copy, membria backup --list lists copies, membria backup --daily makes the automatic one. Nothing was written.",
  });
}

export const restoreBackup = defineCommand({
  name: "restore-backup",
  summary: "Put a copy in the place of the memory. A copy of the present memory is made first.",
  positionals: ["file"],
  input: z.strictObject({
    file: z.string().min(1).describe("The copy (membria backup --list shows those there are)"),
    yes: z.boolean().default(false).describe("Do it without asking"),
    dryRun: z.boolean().default(false).describe("Only compare the copy with the memory, and change nothing"),
  }),
  personOnly: {
    does: "puts a copy in the place of the memory",
    agent: ({ dryRun }) => !dryRun,
    script: false,
  },
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

const dateText = ({ lastChange }: MemoryFacts): string => (lastChange ? minuteText(lastChange) : "never");

/** Names all that a person would not expect to come back. */
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

const UNITS = ["bytes", "KB", "MB", "GB"] as const;

/** Such as `620 KB` or `6.7 MB`. */
function sizeText(bytes: number): string {
  let [size, unit] = [bytes, 0];
  while (size >= 1000 && unit < UNITS.length - 1) {
    size /= 1000;
    unit++;
  }
  const digits = unit > 0 && size < 10 ? 1 : 0;
  return `${size.toFixed(digits)} ${UNITS[unit]}`;
}

/** Such as: 8 of the memory, the newest 3h old (daily): ~/.membria/backups/membria-….daily.db.gz */
export function copiesText([newest, ...older]: readonly Backup[], now: Date, { show }: Installation): string {
  if (!newest) return "none of the memory yet; to make one: membria backup";
  const age = ageText(newest.at, now);
  const about = `${age === "now" ? "just made" : `${age} old`} (${newest.origin}): ${show(newest.path)}`;
  return older.length === 0
    ? `1 of the memory, ${about}`
    : `${older.length + 1} of the memory, the newest ${about}; membria backup --list shows all`;
}
