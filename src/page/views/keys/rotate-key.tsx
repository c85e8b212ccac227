import { useState } from "preact/hooks";
import type { IssuedKeyResult, KeyResult } from "../../../tools/page/keys.ts";
import { Dialog } from "../../parts/dialog.tsx";
import { SelectField } from "../../parts/field.tsx";
import { Failed } from "../../parts/states.tsx";
import { useAct } from "../../shell/use-act.ts";
import { strings } from "../../strings.ts";
import { LIFETIMES, USUAL_LIFETIME } from "./create-key.tsx";

const { keys: words } = strings;

export function RotateKey({
  accessKey: key,
  onClose,
  onIssued,
}: {
  readonly accessKey: KeyResult;
  readonly onClose: () => void;
  readonly onIssued: (issued: IssuedKeyResult) => void;
}) {
  const { act, isBusy, failure } = useAct();
  const [expires, setExpires] = useState(USUAL_LIFETIME);
  const [overlap, setOverlap] = useState("");
  const rotate = async (): Promise<void> => {
    const issued = await act("rotate-key", { id: key.id, expires, ...(overlap !== "" && { overlap }) });
    if (issued) onIssued(issued);
  };
  return (
    <Dialog title={words.rotateTitle(key.name)} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void rotate();
        }}
      >
        <p>{words.rotateText}</p>
        <SelectField label={words.expires} value={expires} choices={LIFETIMES} onChange={setExpires} />
        <SelectField
          label={words.overlap}
          value={overlap}
          choices={Object.entries(words.overlaps).map(([value, label]) => ({ value, label }))}
          onChange={setOverlap}
        />
        {failure ? <Failed failure={failure} /> : null}
        <div class="dialog-foot">
          <button type="button" class="button" onClick={onClose}>
            {strings.shell.cancel}
          </button>
          <button type="submit" class="button primary" disabled={isBusy}>
            {words.rotate}
          </button>
        </div>
      </form>
    </Dialog>
  );
}
