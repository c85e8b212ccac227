import { useState } from "preact/hooks";
import type { DecisionRow } from "../../../tools/page/decision-results.ts";
import { ActDialog } from "../../parts/act-dialog.tsx";
import { RadioField, TextField } from "../../parts/field.tsx";
import { href, navigate } from "../../route/address.ts";
import { useAct } from "../../shell/use-act.ts";
import { strings } from "../../strings.ts";
import type { DecisionDialogProps } from "./decision-actions.tsx";
import { FindDecision } from "./find-decision.tsx";

const { acts } = strings;

/** By a new decision, or by one that was recorded already. */
export function ReplaceDialog({ decision, onClose }: DecisionDialogProps) {
  const acting = useAct();
  const [by, setBy] = useState("new");
  const [statement, setStatement] = useState("");
  const [reasoning, setReasoning] = useState("");
  const [confidence, setConfidence] = useState("");
  const [other, setOther] = useState<DecisionRow | undefined>(undefined);
  const why = reasoning.trim() === "" ? {} : { reasoning: reasoning.trim() };
  const { id, project } = decision;

  const replace = async () => {
    const sure = Number.parseFloat(confidence);
    const done =
      by === "new"
        ? await acting.act(
            "supersede-decision",
            {
              id,
              statement: statement.trim(),
              ...why,
              ...(Number.isFinite(sure) && { confidence: sure / 100 }),
            },
            { project },
          )
        : other
          ? await acting.act("supersede-by", { id, by: other.id, ...why }, { project })
          : undefined;
    if (done) navigate(href(`/decisions/${encodeURIComponent(done.by)}`));
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
          <TextField label={acts.statement} lines={2} value={statement} onChange={setStatement} isRequired />
          <TextField
            label={acts.replace.confidence}
            hint={acts.replace.confidenceHint}
            type="number"
            value={confidence}
            onChange={setConfidence}
          />
        </>
      ) : (
        <FindDecision label={acts.replace.known} without={id} chosen={other} onChoose={setOther} />
      )}
      <TextField label={acts.replace.why} lines={3} value={reasoning} onChange={setReasoning} />
    </ActDialog>
  );
}
