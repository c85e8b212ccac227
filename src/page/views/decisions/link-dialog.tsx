import { useState } from "preact/hooks";
import type { DecisionRow } from "../../../tools/page/decision-results.ts";
import { ActDialog } from "../../parts/act-dialog.tsx";
import { RadioField, TextField } from "../../parts/field.tsx";
import { useAct } from "../../shell/use-act.ts";
import { strings } from "../../strings.ts";
import type { DecisionDialogProps } from "./decision-actions.tsx";
import { FindDecision } from "./find-decision.tsx";

const { acts } = strings;

export function LinkDialog({ decision, onClose }: DecisionDialogProps) {
  const acting = useAct();
  const [relation, setRelation] = useState("refines");
  const [other, setOther] = useState<DecisionRow | undefined>(undefined);
  const [reason, setReason] = useState("");
  const hasConflict = acting.failure?.code === "CONFLICT";
  return (
    <ActDialog
      title={acts.link.title}
      what={acts.link.what}
      does={hasConflict ? acts.link.allTheSame : acts.link.does}
      acting={acting}
      onClose={onClose}
      onAct={async () =>
        other === undefined
          ? undefined
          : acting.act(
              "link-decisions",
              {
                from: decision.id,
                to: other.id,
                relation: relation as "refines",
                reason: reason.trim(),
                despite_conflicts: hasConflict,
              },
              { project: decision.project },
            )
      }
    >
      <RadioField
        label={acts.link.relation}
        value={relation}
        onChange={setRelation}
        choices={(["refines", "contradicts", "depends_on"] as const).map((value) => ({
          value,
          label: strings.decision.relations[value].from,
        }))}
      />
      <FindDecision label={acts.link.other} without={decision.id} chosen={other} onChoose={setOther} />
      <TextField label={acts.link.reason} lines={2} value={reason} onChange={setReason} isRequired />
    </ActDialog>
  );
}
