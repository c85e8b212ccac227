import { useState } from "preact/hooks";
import { ActDialog } from "../../parts/act-dialog.tsx";
import { RadioField, TextField } from "../../parts/field.tsx";
import { useAct } from "../../shell/use-act.ts";
import { strings } from "../../strings.ts";
import type { DecisionDialogProps } from "./decision-actions.tsx";

const { acts, outcomes } = strings;

export function OutcomeDialog({ decision, onClose }: DecisionDialogProps) {
  const acting = useAct();
  const [status, setStatus] = useState<string>(decision.repository.proposed?.status ?? "success");
  const [lesson, setLesson] = useState("");
  return (
    <ActDialog
      title={acts.outcome.title}
      what={acts.outcome.what}
      does={acts.outcome.does}
      acting={acting}
      onClose={onClose}
      onAct={() =>
        acting.act(
          "record-outcome",
          {
            id: decision.id,
            status: status as "success",
            lessons: lesson.trim() === "" ? [] : [lesson.trim()],
          },
          { project: decision.project },
        )
      }
    >
      <RadioField
        label={acts.outcome.how}
        value={status}
        onChange={setStatus}
        choices={(["success", "partial", "failure"] as const).map((value) => ({
          value,
          label: outcomes[value],
        }))}
      />
      <TextField
        label={acts.outcome.lesson}
        hint={acts.outcome.lessonHint}
        lines={3}
        value={lesson}
        onChange={setLesson}
      />
    </ActDialog>
  );
}

export function ReopenDialog({ decision, onClose }: DecisionDialogProps) {
  const acting = useAct();
  const [reason, setReason] = useState("");
  return (
    <ActDialog
      title={acts.reopen.title}
      what={acts.reopen.what}
      does={acts.reopen.does}
      acting={acting}
      isDangerous
      onClose={onClose}
      onAct={() =>
        acting.act(
          "reopen-decision",
          { id: decision.id, ...(reason.trim() && { reason: reason.trim() }) },
          { project: decision.project },
        )
      }
    >
      <TextField label={acts.reason} lines={2} value={reason} onChange={setReason} />
    </ActDialog>
  );
}
