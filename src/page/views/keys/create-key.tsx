import { useState } from "preact/hooks";
import type { IssuedKeyResult, KeyResult } from "../../../tools/page/keys.ts";
import { useSession } from "../../net/session.ts";
import { Dialog } from "../../parts/dialog.tsx";
import { RadioField, SelectField, TextField } from "../../parts/field.tsx";
import { Failed } from "../../parts/states.tsx";
import { useAct } from "../../shell/use-act.ts";
import { strings } from "../../strings.ts";

const { keys: words } = strings;

type Role = keyof typeof words.roles;

const LIFETIMES = Object.entries(words.lifetimes).map(([value, label]) => ({ value, label }));
const USUAL_LIFETIME = "30d";

export function CreateKey({
  onClose,
  onIssued,
}: {
  readonly onClose: () => void;
  readonly onIssued: (issued: IssuedKeyResult) => void;
}) {
  const session = useSession();
  const { act, isBusy, failure } = useAct();
  const [name, setName] = useState("");
  const [role, setRole] = useState<Role>("agent");
  const [project, setProject] = useState(session.project ?? "");
  const [expires, setExpires] = useState(USUAL_LIFETIME);
  const [mayConsent, setMayConsent] = useState(false);
  const projects = session.project === null ? session.projects : [session.project];
  const make = async (): Promise<void> => {
    const issued = await act("create-key", {
      name: name.trim(),
      role,
      ...(project !== "" && { project }),
      expires,
      may_consent: mayConsent,
    });
    if (issued) onIssued(issued);
  };
  return (
    <Dialog title={words.createTitle} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void make();
        }}
      >
        <TextField label={words.name} hint={words.nameHint} value={name} onChange={setName} isRequired />
        <RadioField
          label={words.role}
          value={role}
          choices={Object.entries(words.roles).map(([value, label]) => ({ value, label }))}
          onChange={(value) => setRole(value as Role)}
        />
        <SelectField
          label={words.project}
          value={project}
          choices={[
            ...(session.project === null ? [{ value: "", label: words.anyProject }] : []),
            ...projects.map((one) => ({ value: one, label: one })),
          ]}
          onChange={setProject}
        />
        <SelectField label={words.expires} value={expires} choices={LIFETIMES} onChange={setExpires} />
        <div class="field">
          <label class="switch">
            <input
              type="checkbox"
              checked={mayConsent}
              onChange={(event) => setMayConsent(event.currentTarget.checked)}
            />
            {words.mayConsent}
          </label>
          <p class="hint">{words.mayConsentHint}</p>
        </div>
        {failure ? <Failed failure={failure} /> : null}
        <div class="dialog-foot">
          <button type="button" class="button" onClick={onClose}>
            {strings.shell.cancel}
          </button>
          <button type="submit" class="button primary" disabled={isBusy}>
            {words.make}
          </button>
        </div>
      </form>
    </Dialog>
  );
}

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
