import { useState } from "preact/hooks";
import type { DecisionRow } from "../../../tools/page/decision-results.ts";
import type { GetDecisionResult } from "../../../tools/page/get-decision.ts";
import { ActDialog } from "../../parts/dialog.tsx";
import { RadioField, TextField } from "../../parts/field.tsx";
import { useShortcuts } from "../../shell/shortcuts.ts";
import { useAct } from "../../shell/use-act.ts";
import { strings } from "../../strings.ts";
import { EditDialog } from "./edit-dialog.tsx";
import { FindDecision } from "./find-decision.tsx";
import { ReplaceDialog } from "./new-decision-dialogs.tsx";

const { acts, outcomes } = strings;

const DIALOGS = {
  edit: EditDialog,
  outcome: OutcomeDialog,
  reopen: ReopenDialog,
  replace: ReplaceDialog,
  retract: RetractDialog,
  restore: RestoreDialog,
  link: LinkDialog,
  note: NoteDialog,
} as const;
type Act = keyof typeof DIALOGS;

export interface DecisionDialogProps {
  readonly decision: GetDecisionResult;
  readonly onClose: () => void;
}

/** The acts that are open for a decision as it is now. */
function actsOn({ standing, outcome }: GetDecisionResult): readonly Act[] {
  const holds = standing === "active";
  return [
    ...(outcome === null ? (["outcome"] as const) : (["reopen"] as const)),
    "edit",
    ...(holds ? (["replace", "link", "note", "retract"] as const) : (["note"] as const)),
    ...(standing === "deprecated" ? (["restore"] as const) : []),
  ];
}

export function DecisionActions({ decision }: { readonly decision: GetDecisionResult }) {
  const [open, setOpen] = useState<Act | undefined>(undefined);
  const possible = actsOn(decision);
  const isPossible = (act: Act) => possible.includes(act);
  useShortcuts({
    ...(isPossible("edit") && { e: { meaning: acts.edit.button, run: () => setOpen("edit") } }),
    ...(isPossible("outcome") && { o: { meaning: acts.outcome.button, run: () => setOpen("outcome") } }),
    ...(isPossible("link") && { l: { meaning: acts.link.button, run: () => setOpen("link") } }),
  });
  const Shown = open ? DIALOGS[open] : undefined;
  return (
    <>
      {possible.map((act, i) => (
        <button
          key={act}
          type="button"
          class={i === 0 && act === "outcome" ? "button primary" : "button"}
          onClick={() => setOpen(act)}
        >
          {acts[act].button}
        </button>
      ))}
      {Shown ? <Shown decision={decision} onClose={() => setOpen(undefined)} /> : null}
    </>
  );
}

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

function RetractDialog(props: DecisionDialogProps) {
  return <ReasonDialog {...props} call="retract" />;
}
function RestoreDialog(props: DecisionDialogProps) {
  return <ReasonDialog {...props} call="restore" />;
}

function NoteDialog({ decision, onClose }: DecisionDialogProps) {
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

function OutcomeDialog({ decision, onClose }: DecisionDialogProps) {
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

function ReopenDialog({ decision, onClose }: DecisionDialogProps) {
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

function LinkDialog({ decision, onClose }: DecisionDialogProps) {
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
