import { useState } from "preact/hooks";
import type { GetDecisionResult } from "../../../tools/page/get-decision.ts";
import { useShortcuts } from "../../shell/shortcuts.ts";
import { strings } from "../../strings.ts";
import { EditDialog } from "./edit-dialog.tsx";
import { LinkDialog } from "./link-dialog.tsx";
import { ReplaceDialog } from "./new-decision-dialogs.tsx";
import { OutcomeDialog, ReopenDialog } from "./outcome-dialog.tsx";
import { NoteDialog, RestoreDialog, RetractDialog } from "./standing-dialogs.tsx";

const { acts } = strings;

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

/** What can be done with a decision as it is now. */
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
