import { useState } from "preact/hooks";
import type { DecisionRow } from "../../../tools/page/decision-results.ts";
import { ActDialog } from "../../parts/act-dialog.tsx";
import { RadioField, TextField } from "../../parts/field.tsx";
import { href, navigate } from "../../route/address.ts";
import { useAct } from "../../shell/use-act.ts";
import { strings } from "../../strings.ts";
import type { DecisionDialogProps } from "./decision-actions.tsx";
import { FindDecision } from "./find-decision.tsx";
import { linesOf } from "./lines-of.ts";

const { acts, decision: words } = strings;

const show = (id: string): void => navigate(href(`/decisions/${encodeURIComponent(id)}`));

/** What somebody types of a new decision: each field, and what a call gets of them. */
function useTypedDecision() {
  const [statement, setStatement] = useState("");
  const [reasoning, setReasoning] = useState("");
  const [confidence, setConfidence] = useState("");
  const sure = Number.parseFloat(confidence);
  const why = reasoning.trim() === "" ? {} : { reasoning: reasoning.trim() };
  return {
    why,
    typed: {
      statement: statement.trim(),
      ...why,
      ...(Number.isFinite(sure) && { confidence: sure / 100 }),
    },
    statementField: (
      <TextField label={acts.statement} lines={2} value={statement} onChange={setStatement} isRequired />
    ),
    reasoningField: (label: string) => (
      <TextField label={label} lines={3} value={reasoning} onChange={setReasoning} />
    ),
    confidenceField: (
      <TextField
        label={acts.replace.confidence}
        hint={acts.replace.confidenceHint}
        type="number"
        value={confidence}
        onChange={setConfidence}
      />
    ),
  };
}

/** A decision of the person who is signed in. */
export function CaptureDialog({ onClose }: { readonly onClose: () => void }) {
  const acting = useAct();
  const { typed, statementField, reasoningField, confidenceField } = useTypedDecision();
  const [alternatives, setAlternatives] = useState("");

  const capture = async () => {
    const done = await acting.act("capture-decision", { ...typed, alternatives: linesOf(alternatives) });
    if (done) show(done.id);
    return done;
  };

  return (
    <ActDialog
      title={acts.capture.title}
      what={acts.capture.what}
      does={acts.capture.does}
      acting={acting}
      onClose={onClose}
      onAct={capture}
    >
      {statementField}
      {reasoningField(words.why)}
      <TextField
        label={words.alternatives}
        hint={acts.edit.oneALine}
        lines={2}
        value={alternatives}
        onChange={setAlternatives}
      />
      {confidenceField}
    </ActDialog>
  );
}

/** By a new decision, or by one that was recorded already. */
export function ReplaceDialog({ decision: { id, project }, onClose }: DecisionDialogProps) {
  const acting = useAct();
  const { typed, why, statementField, reasoningField, confidenceField } = useTypedDecision();
  const [by, setBy] = useState("new");
  const [other, setOther] = useState<DecisionRow | undefined>(undefined);

  const replace = async () => {
    const done =
      by === "new"
        ? await acting.act("supersede-decision", { id, ...typed }, { project })
        : other
          ? await acting.act("supersede-by", { id, by: other.id, ...why }, { project })
          : undefined;
    if (done) show(done.by);
    return done;
  };

  return (
    <ActDialog
      title={acts.replace.title}
      what={acts.replace.what}
      does={acts.replace.does}
      acting={acting}
      onClose={onClose}
      onAct={replace}
    >
      <RadioField
        label={acts.replace.by}
        value={by}
        onChange={setBy}
        choices={[
          { value: "new", label: acts.replace.byNew },
          { value: "known", label: acts.replace.byKnown },
        ]}
      />
      {by === "new" ? (
        <>
          {statementField}
          {confidenceField}
        </>
      ) : (
        <FindDecision label={acts.replace.known} without={id} chosen={other} onChoose={setOther} />
      )}
      {reasoningField(acts.replace.why)}
    </ActDialog>
  );
}
