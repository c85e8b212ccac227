import { useState } from "preact/hooks";
import { ActDialog } from "../../parts/act-dialog.tsx";
import { TextField } from "../../parts/field.tsx";
import { useAct } from "../../shell/use-act.ts";
import { strings } from "../../strings.ts";
import type { DecisionDialogProps } from "./decision-actions.tsx";

const { acts } = strings;

function ReasonDialog({
  decision,
  onClose,
  call,
}: DecisionDialogProps & { readonly call: "retract" | "restore" }) {
  const acting = useAct();
  const [reason, setReason] = useState("");
  const words = acts[call];
  return (
    <ActDialog
      title={words.title}
      what={words.what}
      does={words.does}
      acting={acting}
      isDangerous={call === "retract"}
      onClose={onClose}
      onAct={() =>
        acting.act(
          `${call}-decision`,
          { id: decision.id, ...(reason.trim() && { reason: reason.trim() }) },
          { project: decision.project },
        )
      }
    >
      <TextField label={acts.reason} lines={2} value={reason} onChange={setReason} />
    </ActDialog>
  );
}

export const RetractDialog = (props: DecisionDialogProps) => <ReasonDialog {...props} call="retract" />;
export const RestoreDialog = (props: DecisionDialogProps) => <ReasonDialog {...props} call="restore" />;

export function NoteDialog({ decision, onClose }: DecisionDialogProps) {
  const acting = useAct();
  const [note, setNote] = useState("");
  return (
    <ActDialog
      title={acts.note.title}
      what={acts.note.what}
      does={acts.note.does}
      acting={acting}
      onClose={onClose}
      onAct={() =>
        acting.act("note-decision", { id: decision.id, note: note.trim() }, { project: decision.project })
      }
    >
      <TextField label={acts.note.text} lines={3} value={note} onChange={setNote} isRequired />
    </ActDialog>
  );
}
