/** The command doctor: its checks one by one, and the rebuild of the memory. */

import * as z from "zod";
import { readBindings } from "../../../access/index.ts";
import { countProject } from "../../../portability/index.ts";
import type { ProfileOrigin } from "../../../recall/index.ts";
import {
  type CopiesHealth,
  checkHealth,
  describeMemory,
  type FileReport,
  type Health,
  type LogVerdict,
  type MeaningHealth,
  rebuildMemory,
  type ServerHealth,
  type TeamHealth,
} from "../../../repair/index.ts";
import { Fault } from "../../../shared/errors.ts";
import { parseGraphUrl } from "../../../shared/graph-url.ts";
import { perform, type ResultOf } from "../../../shared/operations/operation.ts";
import { ALL_TOOLS, describeTool, listedTools } from "../../../tools/inventory.ts";
import { noticeText, remedyText, wordedFault } from "../../../tools/wording.ts";
import { type CommandContext, type CommandResult, defineCommand } from "../../command.ts";
import { counted } from "../../figures.ts";
import { bindingText, emptyProjectHints } from "../../project-reports.ts";
import { table } from "../../terminal.ts";
import { probeServer } from "../serve/try-server.ts";
import { stateOf } from "../share/status.ts";
import { copiesText } from "./backup.ts";
import { damageReport } from "./recover.ts";

/** Why a memory was not opened, if a closer look at its file helps. */
const FILE_IS_WRONG: ReadonlySet<string> = new Set(["store_damaged", "store_lost", "foreign_file"]);

export const doctor = defineCommand({
  name: "doctor",
  summary: "Check the memory, its audit log and the server, and say what is wrong.",
  positionals: [],
  input: z.strictObject({
    rebuild: z
      .boolean()
      .default(false)
      .describe("Make the word index, tallies, vectors and skills again from the decisions and outcomes"),
  }),
  async run({ rebuild }, context) {
    if (rebuild) return rebuildReport(context);
    const damage = await damageOf(context);
    if (damage) return damageReport(damage, context);
    const { memory, log, copies, meaning, teams } = await examined(context);
    const { graphUrl } = await context.deps();
    const checks = [
      checkNode(),
      ...checkSettings(context),
      memoryCheck(memory, context),
      logCheck(log),
      copiesCheck(copies, context),
      meaningCheck(meaning, context.wording),
      await checkProject(context),
      ...graphUrlChecks(graphUrl),
      ...teams.map((team) => teamCheck(team, context.now(), context.wording)),
      checkTools(),
      await checkServer(context),
    ];
    const ok = checks.every((check) => check.ok);
    const { style } = context.terminal;
    const lines = checks.flatMap(({ name, ok: good, found, remedy }) => [
      `${good ? style("green", "✓") : style("red", "✗")} ${name.padEnd(9)} ${found}`,
      ...(remedy ? [`  ${" ".repeat(9)} ${remedy}`] : []),
    ]);
    const verdict = ok ? "Everything is fine." : "Something needs attention.";
    return {
      json: { ok, version: context.installation.version, checks },
      text: [`membria ${context.installation.version}`, ...lines, verdict].join("\n"),
      exitCode: ok ? 0 : 1,
    };
  },
});

/** Looks closer at a memory that cannot be opened, or that is damaged. Undefined if it can be used. */
async function damageOf({ deps, installation, terminal }: CommandContext): Promise<FileReport | undefined> {
  const opened = await deps().catch((error: unknown) => {
    if (error instanceof Fault && FILE_IS_WRONG.has(error.reason ?? "")) return undefined;
    throw error;
  });
  const described = opened && (await describeMemory(opened.memory).catch(() => undefined));
  if (described?.facts["integrity"] === "ok") return undefined;
  const report = await (await installation.files()).examine((done, total, what) =>
    terminal.progress(`${what}: ${done} of ${total}`),
  );
  terminal.progress("");
  return report.state === "sound" || report.state === "altered" ? undefined : report;
}

function checkNode(): HealthCheck {
  const major = Number(process.versions.node.split(".")[0]);
  return {
    name: "node",
    ok: major >= 20,
    found: `${process.version} on ${process.platform}-${process.arch}`,
    remedy: major >= 20 ? undefined : "Membria needs Node 20 or newer.",
  };
}

/** Shown only if something is wrong with them. */
function checkSettings({ installation: { unknownVariables } }: CommandContext): HealthCheck[] {
  return unknownVariables.map(({ name, meant }) => ({
    name: "settings",
    ok: false,
    found: `${name} is set, but there is no such setting`,
    remedy:
      meant === undefined
        ? `Remove it: unset ${name}. docs/settings.md lists the settings.`
        : `Did you mean ${meant}? Set that one, and remove the other: unset ${name}`,
  }));
}

async function examined({ deps, call, terminal }: CommandContext): Promise<Health> {
  const progress = (done: number, total?: number, what = ""): void =>
    terminal.progress(`${what} ${done} of ${total}`);
  const health = await perform(checkHealth, {}, await deps(), { ...(await call()), progress });
  terminal.progress("");
  return health;
}

function memoryCheck(
  { name, location, version, facts, problem }: Health["memory"],
  { installation }: CommandContext,
): HealthCheck {
  return {
    name: "memory",
    ok: problem === undefined,
    found: `${installation.show(location)}, ${name} ${version}, ${Object.entries(facts)
      .map(([key, value]) => `${key} ${value}`)
      .join(", ")}`,
    remedy: problem,
  };
}

function logCheck({ entries, head, problem, recoveredAt }: LogVerdict): HealthCheck {
  return {
    name: "audit",
    ok: problem === undefined,
    found: problem
      ? `${entries} entries are valid, then ${problem}`
      : `${entries} entries, unbroken; head ${head.slice(0, 16)}`,
    remedy: problem && explanation(recoveredAt),
  };
}

const explanation = (recoveredAt: Date | undefined): string =>
  recoveredAt
    ? `The memory was recovered from a damaged file on ${recoveredAt.toISOString().slice(0, 10)}. What was lost then is missing here, and it stays so.`
    : "Somebody or something changed the file outside Membria. Compare it with a copy you trust.";

function copiesCheck(
  { backups, others, unfinished }: CopiesHealth,
  { installation, now }: CommandContext,
): HealthCheck {
  return {
    name: "copies",
    ok: unfinished.length === 0,
    found: [
      copiesText(backups, now(), installation),
      ...(others.length > 0
        ? [`damaged files that were set aside: ${others.map((path) => installation.show(path)).join(", ")}`]
        : []),
      ...(unfinished.length > 0
        ? [`unfinished: ${unfinished.map((path) => installation.show(path)).join(", ")}`]
        : []),
    ].join("; "),
    remedy:
      unfinished.length > 0
        ? "Either an older Membria is making a copy now, or it was stopped while it did. What is abandoned is deleted after an hour."
        : undefined,
  };
}

async function checkProject(context: CommandContext): Promise<HealthCheck> {
  const { installation, wording } = context;
  const { project, source, named, notice, takeMoved } = await installation.project();
  const { memory } = await context.deps();
  const bound = (await readBindings(memory, project)).map((one) => bindingText(one, installation));
  const { decisions, others } = await countProject(memory, project);
  const told = [takeMoved?.(), notice].filter((one) => one !== undefined);
  const hints = decisions + others === 0 ? await emptyProjectHints(context, project, told) : [];
  return {
    name: "project",
    ok: named?.standing !== "foreign",
    found: [
      `${project} (from ${source})`,
      ...(bound.length > 0 ? [`bound to ${bound.join(", ")}`] : []),
      ...(named?.standing === "free" ? ["bound to this repository with the first write"] : []),
    ].join("; "),
    remedy: [...told.map((one) => noticeText(one, wording)), ...hints].join(" ") || undefined,
  };
}

function checkTools(): HealthCheck {
  const listed = listedTools({ profile: "core", toolNames: "portable", readOnly: false });
  const tokens = Math.ceil(
    listed
      .map((tool) => describeTool(tool))
      .reduce(
        (sum, { name, description, inputSchema }) =>
          sum + JSON.stringify({ name, description, inputSchema }).length,
        0,
      ) / 4,
  );
  return {
    name: "tools",
    ok: true,
    found: `${listed.length} listed by default for about ${tokens} tokens, ${ALL_TOOLS.length} in all`,
  };
}

/** Starts the program over a pipe, as a client would. It writes nothing to the memory. */
async function checkServer({ installation }: CommandContext): Promise<HealthCheck> {
  const probe = await probeServer([...installation.self, "mcp", "serve", ...installation.flags]);
  return "problem" in probe
    ? {
        name: "server",
        ok: false,
        found: probe.problem,
        remedy: `Run it by hand to see more: ${installation.self.join(" ")} mcp serve`,
      }
    : {
        name: "server",
        ok: true,
        found: `answers over stdio ${probe.firstAnswerMs} ms after the start, revision ${probe.revision}`,
      };
}

/** One line of `membria doctor`. */
interface HealthCheck {
  readonly name: string;
  readonly ok: boolean;
  readonly found: string;
  /** Says what to do about it. */
  readonly remedy?: string | undefined;
}

/** A memory without embeddings still works, with search by words only, so their absence is not a failure. */
function meaningCheck(meaning: MeaningHealth, wording: CommandContext["wording"]): HealthCheck {
  if (meaning.state === "failed") {
    const { message, hint } = wordedFault(meaning.failure, wording);
    return { name: "meaning", ok: false, found: `${message} Search uses words only.`, remedy: hint };
  }
  if (meaning.state === "off") return { name: "meaning", ok: true, found: "off; search uses words only" };
  const { model, runtime, note, profile, pending } = meaning;
  const waiting = pending > 0 ? `, ${pending} decisions not embedded yet` : "";
  return {
    name: "meaning",
    ok: profile.origin !== "damaged",
    found: `${model}, ${runtime}, ${profileState(profile)}${waiting}`,
    remedy:
      profile.origin === "absent" || profile.origin === "damaged"
        ? `Search uses words only. ${remedyText({ remedy: "fit-model" }, wording)}`
        : note,
  };
}

function profileState(profile: ProfileOrigin): string {
  switch (profile.origin) {
    case "shipped":
      return "profile of the package";
    case "fitted":
      return `profile of ${profile.fittedAt.toISOString().slice(0, 10)}`;
    case "absent":
      return "not known how close texts are by it";
    case "damaged":
      return `profile ${profile.file} is damaged`;
  }
}

/** An address that no team can use prevents nothing, because the memory is local anyway. */
function graphUrlChecks(graphUrl: string | undefined): HealthCheck[] {
  if (!graphUrl) return [];
  try {
    parseGraphUrl(graphUrl);
    return [];
  } catch (error) {
    const { message, hint } = Fault.from(error);
    return [{ name: "settings", ok: true, found: `MEMBRIA_GRAPH_URL is not used: ${message}`, remedy: hint }];
  }
}

/** The check of one shared project. */
function teamCheck(
  { status, quarantined, server }: TeamHealth,
  now: Date,
  wording: CommandContext["wording"],
): HealthCheck {
  const { project, keysProblem, role } = status;
  const { text } = stateOf(status, now);
  const problems = [
    ...(keysProblem === undefined ? [] : [keysProblem]),
    ...(role === "removed" ? ["The team removed this machine: what it writes stays here."] : []),
    ...(quarantined > 0
      ? [
          `${counted(quarantined, "change")} of others kept out, because nobody vouches for it or its author may not do it: membria team status`,
        ]
      : []),
    ...(server?.problems ?? []),
  ];
  const advice = (server?.advice ?? []).map((notice) => noticeText(notice, wording).trim());
  return {
    name: "team",
    ok: problems.length === 0,
    found: [`${project}: ${text}`, ...(server ? [answerText(server)] : [])].join("; "),
    remedy: [...problems, ...advice].join(" ") || undefined,
  };
}

const answerText = ({ version, away }: ServerHealth): string =>
  version === undefined ? `the server cannot be examined: ${away}` : `the server answers, version ${version}`;

type Result = ResultOf<typeof rebuildMemory>;

/** Names the rows of each part. */
const ROWS: Readonly<Record<keyof Result["rebuilt"], string>> = {
  words: "memories indexed",
  outcomes: "current outcomes",
  tallies: "sums",
  vectors: "decisions embedded",
  skills: "groups of decisions",
};

/** Rebuilds the memory, and says what was wrong and how long it took. */
async function rebuildReport({ deps, call, terminal, wording }: CommandContext): Promise<CommandResult> {
  const result = await perform(rebuildMemory, {}, await deps(), {
    ...(await call()),
    progress: (done, total, message) =>
      terminal.progress(`${message ?? ""} ${done} of ${total ?? "?"}`.trim()),
  });
  terminal.progress("");
  const { changes, rebuilt, wasInOrder, pending, took } = result;
  const notices = [
    ...result.notices.map((notice) => noticeText(notice, wording)),
    ...(pending === 0 ? [] : [`${pending} decisions wait to be embedded.`]),
  ];
  const parts = Object.entries(rebuilt) as [keyof Result["rebuilt"], { rows: number; mended: number }][];
  return {
    json: { changes, rebuilt, was_in_order: wasInOrder, pending, took_ms: took, notices },
    text: [
      `The log has all that was said: ${changes} entries, checked in ${seconds(took.check)}.`,
      table(
        parts.map(([part, { rows, mended }]) => [
          part,
          `${rows} ${ROWS[part]}`,
          mended === 0
            ? "was in order"
            : terminal.style(
                "yellow",
                `${mended} ${part === "skills" ? "grouped or counted otherwise" : "mended"}`,
              ),
        ]),
        terminal.width,
      ),
      `Tables ${seconds(took.tables)}, vectors ${seconds(took.vectors)}, skills ${seconds(took.skills)}.`,
      ...notices,
      wasInOrder ? "Everything was in order." : "What differed was made again.",
    ].join("\n"),
  };
}

const seconds = (ms: number): string => `${(ms / 1_000).toFixed(1)} s`;
