import { useState } from "preact/hooks";
import { ActDialog } from "../../parts/dialog.tsx";
import { TextField } from "../../parts/field.tsx";
import { useAct } from "../../shell/use-act.ts";
import { strings } from "../../strings.ts";
import type { DecisionDialogProps } from "./decision-actions.tsx";

const { acts, decision: words } = strings;

const sameList = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((item, i) => item === other[i]);

const TEXTS = ["statement", "reasoning", "domain"] as const;
const LISTS = ["alternatives", "assumptions", "risks", "consequences"] as const;

type Fields = Record<(typeof TEXTS)[number] | (typeof LISTS)[number], string>;

export function EditDialog({ decision, onClose }: DecisionDialogProps) {
  const acting = useAct();
  // A change by somebody else meanwhile is a conflict that the server names, and nothing that appears under the hands.
  const [first] = useState(decision);
  const [fields, setFields] = useState<Fields>({
    statement: first.statement,
    reasoning: first.reasoning ?? "",
    domain: first.domain,
    alternatives: first.alternatives.join("\n"),
    assumptions: first.assumptions.map(({ text }) => text).join("\n"),
    risks: first.risks.join("\n"),
    consequences: first.consequences.join("\n"),
  });
  const set = (name: keyof Fields) => (value: string) => setFields({ ...fields, [name]: value });

  const changes = (): Record<string, unknown> => {
    const lists = { ...first, assumptions: first.assumptions.map(({ text }) => text) };
    return Object.fromEntries([
      ...TEXTS.filter((name) => fields[name].trim() !== (first[name] ?? "")).map((name) => [
        name,
        fields[name].trim(),
      ]),
      ...LISTS.filter((name) => !sameList(linesOf(fields[name]), lists[name])).map((name) => [
        name,
        linesOf(fields[name]),
      ]),
    ]);
  };

  return (
    <ActDialog
      title={acts.edit.title}
      what={acts.edit.what}
      does={acts.edit.does}
      acting={acting}
      isWide
      onClose={onClose}
      onAct={() =>
        acting.act(
          "edit-decision",
          { id: first.id, changes: changes(), based_on: first.revision },
          { project: first.project },
        )
      }
    >
      <TextField
        label={acts.statement}
        lines={2}
        value={fields.statement}
        onChange={set("statement")}
        isRequired
      />
      <TextField label={words.why} lines={5} value={fields.reasoning} onChange={set("reasoning")} />
      <TextField label={strings.decisions.domain} value={fields.domain} onChange={set("domain")} />
      {LISTS.map((name) => (
        <TextField
          key={name}
          label={words[name]}
          hint={acts.edit.oneALine}
          lines={3}
          value={fields[name]}
          onChange={set(name)}
        />
      ))}
    </ActDialog>
  );
}

/** The items of a text with one a line. */
export const linesOf = (text: string): string[] =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
