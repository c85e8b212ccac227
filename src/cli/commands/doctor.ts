import * as z from "zod";
import type { LogVerdict } from "../../app/log/verify-log.ts";
import { type CopiesHealth, checkHealth, type Health } from "../../app/repair/check-health.ts";
import { perform } from "../../app/shared/operation.ts";
import type { FileReport } from "../../domain/repair/memory-files.ts";
import { Fault } from "../../domain/shared/errors.ts";
import { ALL_TOOLS, describeTool, listedTools } from "../../tools/inventory.ts";
import { noticeText } from "../../tools/wording.ts";
import { copiesText } from "../backup-text.ts";
import { type CommandContext, defineCommand } from "../command.ts";
import { damageReport } from "../damage-report.ts";
import { type HealthCheck, meaningCheck } from "../meaning-health.ts";
import { emptyProjectHints } from "../other-names.ts";
import { probeServer } from "../probe-server.ts";
import { rebuildReport } from "../rebuild-report.ts";
import { bindingText } from "../repository-text.ts";
import { graphUrlChecks, teamCheck } from "../team-health.ts";

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
  const described = await opened?.store.describe().catch(() => undefined);
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
  const { store } = await context.deps();
  const bound = (await store.bindings(project)).map((one) => bindingText(one, installation));
  const { decisions, others } = await store.countProject(project);
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
