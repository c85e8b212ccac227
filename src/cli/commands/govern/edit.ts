/** The command edit, with flags or with the file that it opens in an editor. */

import type * as YamlModule from "yaml";
import * as z from "zod";
import {
  type Decision,
  EDITABLE_FIELDS,
  type EditableField,
  requireDecision,
  requireEditor,
  revisionsOf,
  snakeCaseName,
} from "../../../decisions/index.ts";
import { EditChanges, editDecision } from "../../../learning/index.ts";
import { Fault } from "../../../shared/errors.ts";
import { nearestName } from "../../../shared/names.ts";
import { type Call, perform, type ResultOf } from "../../../shared/operations/operation.ts";
import { boundedText, LIMITS } from "../../../shared/text.ts";
import { decisionFields, shownName } from "../../../tools/membria/decision-fields.ts";
import { noticeText } from "../../../tools/wording.ts";
import { type CommandContext, type CommandResult, defineCommand, type Editor } from "../../command.ts";
import { kebab } from "../../parse.ts";
import { differenceLines, evidenceText, typedEvidence } from "../../revision-text.ts";

const { shape } = EditChanges;
const texts = (about: string) => z.array(z.string()).optional().describe(about);

const input = z.strictObject({
  id: editDecision.input.shape.ref.describe("The decision's id"),
  statement: shape.statement.describe("What was decided, in one sentence"),
  reasoning: shape.reasoning.describe("Why"),
  alternative: texts("What was considered instead."),
  domain: shape.domain.describe("The area it belongs to"),
  topic: shape.topic.describe("A short name for what it is about"),
  assumption: texts("What must hold for it to work out."),
  risk: texts("What may go wrong."),
  riskLevel: z.string().optional().describe("low, medium or high"),
  consequence: texts("What follows from it."),
  evidence: texts("A file, pull request, commit or note that supports it."),
  question: texts("A question that it answers, up to 3."),
  source: shape.source.describe("The exchange or text in which it was decided; - reads standard input"),
  from: boundedText(1, LIMITS.name)
    .optional()
    .describe("A file with the whole text, as an earlier edit left it"),
  dryRun: z.boolean().default(false).describe("Show what would change, and change nothing"),
});

export const edit = defineCommand({
  name: "edit",
  summary:
    "Correct what a decision says; the earlier words stay. Without flags it opens your editor, and an empty text removes a field.",
  positionals: ["id"],
  input,
  fields: {
    ref: "id",
    alternatives: "alternative",
    assumptions: "assumption",
    risks: "risk",
    consequences: "consequence",
    questions: "question",
  },
  takesDecisions: ["id"],
  longTexts: ["statement", "reasoning", "source"],
  async run({ id, from, dryRun, ...given }, context) {
    const flags = changesOf(given);
    const call = await ownCall(context);
    if (Object.keys(flags).length > 0 && from === undefined)
      return apply({ ref: id, changes: flags, dryRun }, call, context);
    if (Object.keys(flags).length > 0) throw givenTwice();
    const deps = await context.deps();
    const decision = await requireDecision(deps, call.scope, id);
    requireEditor(call.actor, decision);
    const newest = Math.max(1, (await revisionsOf(deps.memory, decision.project, decision.id)).length);
    const yaml = await import("yaml");
    const text = decisionFile(decision, newest, yaml);
    const before = readDecisionFile(text, yaml);
    const editOf = (after: ReadDecisionFile) => ({
      ref: decision.id,
      changes: changesInFile(before, after),
      basedOn: after.basedOn ?? newest,
      dryRun,
    });
    if (from !== undefined)
      return apply(editOf(readDecisionFile(await textOfFile(from, context), yaml)), call, context);
    const editor = context.personTypes() ? context.installation.editor() : undefined;
    if (!editor) throw nothingGiven(decision);
    return inEditor({ decision, text, editor, dryRun }, (changed) =>
      apply(editOf(readDecisionFile(changed, yaml)), call, context),
    );
  },
});

/** Whoever is no person has no more rights here than through a server. */
async function ownCall({ call, personTypes }: CommandContext): Promise<Call> {
  const made = await call();
  return personTypes() ? made : { ...made, actor: { ...made.actor, role: "agent" } };
}

type Given = Omit<z.output<typeof input>, "id" | "from" | "dryRun">;

/** An empty item stands for an empty list. */
function changesOf({ alternative, assumption, risk, consequence, evidence, question, ...rest }: Given) {
  const list = (items: readonly string[] | undefined): string[] | undefined =>
    items?.filter((item) => item.trim() !== "");
  // A text from standard input ends with a line break.
  const trimmed = Object.entries(rest).map(([name, text]) => [name, text?.trimEnd()]);
  const changes = {
    ...Object.fromEntries(trimmed),
    alternatives: list(alternative),
    assumptions: list(assumption),
    risks: list(risk),
    consequences: list(consequence),
    evidence: list(evidence)?.map(typedEvidence),
    questions: list(question),
  };
  return Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
}

/** The text stays in its file whenever it was changed and not stored. */
async function inEditor(
  {
    decision: { id },
    text,
    editor,
    dryRun,
  }: {
    readonly decision: Decision;
    readonly text: string;
    readonly editor: Editor;
    readonly dryRun: boolean;
  },
  store: (changed: string) => Promise<CommandResult>,
): Promise<CommandResult> {
  const edited = await editor.open(`${id.replace(/[^\w-]/g, "_")}.md`, text);
  if (edited.text === text) {
    await edited.discard();
    if (!edited.ended) throw editorFailed();
    return unchanged(id);
  }
  const again = `membria edit ${id} --from '${edited.path}'`;
  try {
    if (!edited.ended) throw editorFailed();
    const done = await store(edited.text);
    if (dryRun) return { ...done, text: `${done.text}\nYour text is kept. To store it: ${again}` };
    await edited.discard();
    return done;
  } catch (error) {
    const fault = Fault.from(error);
    if (fault.reason === "nothing_to_edit") {
      await edited.discard();
      return unchanged(id);
    }
    throw withHint(fault, [
      ...hintsFor(fault, id),
      `Your text is kept in ${edited.path}: correct it and run: ${again}`,
    ]);
  }
}

const hintsFor = ({ reason }: Fault, id: string): string[] =>
  reason === "edited_meanwhile"
    ? [
        `membria show ${id} --history shows what was changed. Then write the newest number behind "revision:" in your text.`,
      ]
    : [];

const withHint = (fault: Fault, hints: readonly string[]): Fault =>
  new Fault(fault.code, fault.message, {
    field: fault.field,
    received: fault.received,
    reason: fault.reason,
    hint: ["Nothing was changed.", ...hints].join(" "),
    remedies: fault.remedies,
    cause: fault,
  });

const unchanged = (id: string): CommandResult => ({
  json: { decision_id: id, changed: [] },
  text: `${id} is as it was: nothing was changed.`,
});

type Request = z.input<typeof editDecision.input>;

async function apply(request: Request, call: Call, context: CommandContext): Promise<CommandResult> {
  const edited = await perform(editDecision, checked(request), await context.deps(), call);
  return resultOf(edited, context);
}

/** A file has words where flags are checked before, so they are checked here with names that a person knows. */
function checked(request: Request): Request {
  const parsed = EditChanges.safeParse(request.changes);
  const [issue] = parsed.error?.issues ?? [];
  if (!issue) return request;
  const [field = ""] = issue.path;
  throw new Fault("invalid", `${kebab(String(field))}: ${issue.message}.`, {
    field: String(field),
    reason: "invalid_argument",
    hint: "Nothing was changed.",
  });
}

function resultOf(
  { before, after, revision, changed, dryRun, notices: raw }: ResultOf<typeof editDecision>,
  { terminal, wording }: CommandContext,
): CommandResult {
  const notices = raw.map((notice) => noticeText(notice, wording));
  const done = dryRun
    ? `Nothing was written. ${after.id} would be at revision ${revision}:`
    : `${after.id} is at revision ${revision} now. The earlier words stay: membria show ${after.id} --history`;
  return {
    json: { ...decisionFields(after), revision, changed: changed.map(shownName), dry_run: dryRun, notices },
    text: [done, ...differenceLines(before, after, terminal), ...notices].join("\n"),
  };
}

async function textOfFile(path: string, { deps }: CommandContext): Promise<string> {
  const lines = await (await deps()).externalFiles.openLines(path);
  const read: string[] = [];
  for await (const { text } of lines.lines(0)) read.push(text);
  return read.join("\n");
}

const givenTwice = (): Fault =>
  new Fault("invalid", "The words are in the file or in flags, and both were given.", {
    field: "from",
    reason: "given_twice",
    hint: "Leave one of them out.",
  });

const editorFailed = (): Fault =>
  new Fault("unavailable", "The editor did not end well, so its text was not taken.", {
    reason: "editor_failed",
    hint: "Check VISUAL and EDITOR, or name what changes as flags.",
  });

const nothingGiven = ({ id }: Decision): Fault =>
  new Fault("invalid", "Nothing to edit: only the decision was named.", {
    reason: "nothing_to_edit",
    hint: `Name what changes, such as: membria edit ${id} --statement "…". A person at a terminal who has set EDITOR can edit it there.`,
  });

/** Loaded by whoever needs it, because few commands do. */
type Yaml = Pick<typeof YamlModule, "parseDocument" | "stringify">;

const FENCE = "---";
const REVISION = "revision";
const LISTS: ReadonlySet<string> = new Set([
  ...["alternatives", "assumptions", "risks", "consequences", "evidence", "questions"],
]);
/** The reasoning is the body of the file. */
const IN_FRONT = EDITABLE_FIELDS.filter((name) => name !== "reasoning");
const KNOWN = [REVISION, ...IN_FRONT.map(snakeCaseName)];

/** A decision as a person edits it: fields as front matter, and its reasoning below. */
function decisionFile(decision: Decision, revision: number, { stringify }: Yaml): string {
  const shown = IN_FRONT.map((name) => [snakeCaseName(name), shownValue(decision, name)]);
  const front = stringify({ ...Object.fromEntries(shown), [REVISION]: revision }, { lineWidth: 0 });
  return [
    FENCE,
    `# ${decision.id}: change what is wrong, save and close. What is emptied is removed.`,
    "# Without a topic it is derived, and without a domain it is detected. The reasoning is below.",
    front.trimEnd(),
    FENCE,
    "",
    decision.reasoning ?? "",
    "",
  ].join("\n");
}

function shownValue(decision: Decision, name: EditableField): unknown {
  if (name === "topic") return decision.topicStated ? decision.topic : "";
  if (name === "evidence") return decision.evidence.map(evidenceText);
  return decision[name] ?? "";
}

interface ReadDecisionFile {
  readonly fields: Readonly<Record<string, string | readonly string[]>>;
  /** The revision that the file was made from. */
  readonly basedOn?: number | undefined;
}

/** @throws Fault `invalid` that names the line. */
function readDecisionFile(text: string, { parseDocument }: Yaml): ReadDecisionFile {
  const [first = "", ...rest] = text.replace(/^\ufeff/, "").split(/\r?\n/);
  const end = rest.indexOf(FENCE);
  if (first.trim() !== FENCE || end < 0)
    throw invalidFile(`The fields have to stand between two lines of ${FENCE} at its beginning.`);
  // A number or a date that is typed is still a text.
  const document = parseDocument(rest.slice(0, end).join("\n"), { schema: "failsafe", logLevel: "silent" });
  const [error] = document.errors;
  if (error) {
    const [problem = ""] = error.message.split(/ at line|\n/);
    throw invalidFile(
      `Line ${(error.linePos?.[0].line ?? 0) + 1}: ${problem}. A text with a colon needs quotes.`,
    );
  }
  const given = (document.toJS() ?? {}) as Readonly<Record<string, unknown>>;
  const unknown = Object.keys(given).find((key) => !KNOWN.includes(key));
  if (unknown !== undefined) {
    const meant = nearestName(unknown, KNOWN);
    throw invalidFile(
      `There is no field ${JSON.stringify(unknown)}${meant ? `; did you mean ${meant}?` : "."}`,
    );
  }
  const fields = IN_FRONT.map((name): [string, string | readonly string[]] => {
    const value = given[snakeCaseName(name)];
    return [name, LISTS.has(name) ? itemsOf(value) : textOf(value)];
  });
  const basedOn = Number(textOf(given[REVISION]));
  return {
    fields: {
      ...Object.fromEntries(fields),
      reasoning: rest
        .slice(end + 1)
        .join("\n")
        .trim(),
    },
    ...(Number.isInteger(basedOn) && basedOn > 0 && { basedOn }),
  };
}

function itemsOf(value: unknown): string[] {
  const items = Array.isArray(value) ? value : [value];
  return items.map(textOf).filter((item) => item !== "");
}

/** `- Redis: too slow` is a map to YAML, and a text to whoever typed it. */
function textOf(value: unknown): string {
  if (value === null || value === undefined) return "";
  if (typeof value !== "object") return String(value).trim();
  return Object.entries(value)
    .map(([key, item]) => `${key}: ${textOf(item)}`)
    .join(", ");
}

/** The changes of the person: the fields in which the file differs from what it was made from. */
function changesInFile(before: ReadDecisionFile, after: ReadDecisionFile): EditChanges {
  const changed = Object.entries(after.fields).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(before.fields[name]),
  );
  return Object.fromEntries(
    changed.map(([name, value]) => [
      name,
      name === "evidence" ? (value as readonly string[]).map(typedEvidence) : value,
    ]),
  );
}

const invalidFile = (problem: string): Fault =>
  new Fault("invalid", `The edited text cannot be read. ${problem}`, {
    reason: "unreadable_edit",
    hint: "Nothing was changed.",
  });
