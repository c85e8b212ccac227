import type * as YamlModule from "yaml";
import type { EditChanges } from "../app/decisions/edit-decision.ts";
import type { Decision } from "../domain/decisions/decision.ts";
import { snakeCaseName } from "../domain/decisions/decision-fields.ts";
import { EDITABLE_FIELDS, type EditableField } from "../domain/decisions/revision.ts";
import { Fault } from "../domain/shared/errors.ts";
import { nearestName } from "../domain/shared/nearest-name.ts";
import { evidenceText, typedEvidence } from "./typed-evidence.ts";

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
export function decisionFile(decision: Decision, revision: number, { stringify }: Yaml): string {
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

export interface ReadDecisionFile {
  readonly fields: Readonly<Record<string, string | readonly string[]>>;
  /** The revision that the file was made from. */
  readonly basedOn?: number | undefined;
}

/** @throws Fault `invalid` that names the line. */
export function readDecisionFile(text: string, { parseDocument }: Yaml): ReadDecisionFile {
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

/** What the person changed: the fields in which the file differs from what it was made from. */
export function changesInFile(before: ReadDecisionFile, after: ReadDecisionFile): EditChanges {
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
