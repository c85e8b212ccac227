import { resolve } from "node:path";
import * as z from "zod";
import type { Backup, DailyCopy, WrittenBackup } from "../../domain/repair/memory-backups.ts";
import { Fault } from "../../domain/shared/errors.ts";
import { ageText } from "../age-text.ts";
import { sizeText } from "../backup-text.ts";
import { type CommandContext, type CommandResult, defineCommand } from "../command.ts";
import { table } from "../terminal.ts";

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
    at.toISOString().slice(0, 16).replace("T", " "),
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
