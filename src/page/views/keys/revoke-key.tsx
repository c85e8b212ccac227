import type { KeyResult } from "../../../tools/page/keys.ts";
import { endSession } from "../../net/session.ts";
import { Dialog } from "../../parts/dialog.tsx";
import { Failed } from "../../parts/states.tsx";
import { useAct } from "../../shell/use-act.ts";
import { strings } from "../../strings.ts";

const { keys: words } = strings;

export function RevokeKey({
  accessKey: key,
  onClose,
}: {
  readonly accessKey: KeyResult;
  readonly onClose: () => void;
}) {
  const { act, isBusy, failure } = useAct();
  const revoke = async (): Promise<void> => {
    if (!(await act("revoke-key", { id: key.id }))) return;
    // The server has ended it already.
    if (key.is_own) endSession("left");
    else onClose();
  };
  return (
    <Dialog title={words.revokeTitle(key.name)} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void revoke();
        }}
      >
        <p>{words.revokeText}</p>
        {key.is_own ? <p class="notice notice-problem">{words.revokeOwn}</p> : null}
        {failure ? <Failed failure={failure} /> : null}
        <div class="dialog-foot">
          <button type="button" class="button" onClick={onClose}>
            {strings.shell.cancel}
          </button>
          <button type="submit" class="button danger" disabled={isBusy}>
            {key.is_own ? words.revokeOwnIt : words.revokeIt}
          </button>
        </div>
      </form>
    </Dialog>
  );
}
