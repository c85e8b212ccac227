import { useState } from "preact/hooks";
import { ActDialog } from "../../parts/act-dialog.tsx";
import { TextField } from "../../parts/field.tsx";
import { href, navigate } from "../../route/address.ts";
import { useAct } from "../../shell/use-act.ts";
import { strings } from "../../strings.ts";
import { linesOf } from "./lines-of.ts";

const { acts, decision: words } = strings;

/** A decision of the person who is signed in. */
export function CaptureDialog({ onClose }: { readonly onClose: () => void }) {
  const acting = useAct();
  const [statement, setStatement] = useState("");
  const [reasoning, setReasoning] = useState("");
  const [alternatives, setAlternatives] = useState("");
  const [confidence, setConfidence] = useState("");

  const capture = async () => {
    const sure = Number.parseFloat(confidence);
    const done = await acting.act("capture-decision", {
      statement: statement.trim(),
      alternatives: linesOf(alternatives),
      ...(reasoning.trim() && { reasoning: reasoning.trim() }),
      ...(Number.isFinite(sure) && { confidence: sure / 100 }),
    });
    if (done) navigate(href(`/decisions/${encodeURIComponent(done.id)}`));
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
      <TextField label={acts.statement} lines={2} value={statement} onChange={setStatement} isRequired />
      <TextField label={words.why} lines={3} value={reasoning} onChange={setReasoning} />
      <TextField
        label={words.alternatives}
        hint={acts.edit.oneALine}
        lines={2}
        value={alternatives}
        onChange={setAlternatives}
      />
      <TextField
        label={acts.replace.confidence}
        hint={acts.replace.confidenceHint}
        type="number"
        value={confidence}
        onChange={setConfidence}
      />
    </ActDialog>
  );
}
