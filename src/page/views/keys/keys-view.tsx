import { useState } from "preact/hooks";
import type { IssuedKeyResult, KeyResult } from "../../../tools/page/keys.ts";
import { endSession, mayWrite, useSession } from "../../net/session.ts";
import { useCall } from "../../net/use-call.ts";
import { Dialog } from "../../parts/dialog.tsx";
import { Page } from "../../parts/page.tsx";
import { AdminOnly, Answer, Empty, Failed, isAdmin } from "../../parts/states.tsx";
import { useShortcuts } from "../../shell/shortcuts.ts";
import { useAct } from "../../shell/use-act.ts";
import { strings } from "../../strings.ts";
import { CreateKey, RotateKey } from "./create-key.tsx";
import { KeyLine, KeySecret } from "./key-line.tsx";

const { keys: words } = strings;

/** The dialog that is open over the list. */
type Asking =
  | { readonly what: "create" }
  | { readonly what: "rotate" | "revoke"; readonly key: KeyResult }
  | { readonly what: "secret"; readonly issued: IssuedKeyResult };

export function KeysView() {
  const session = useSession();
  const [asking, setAsking] = useState<Asking | undefined>(undefined);
  const mayManage = isAdmin(session) && mayWrite(session);
  const create = (): void => setAsking({ what: "create" });
  useShortcuts(mayManage ? { c: { meaning: words.create, run: create } } : {});
  return (
    <Page
      title={strings.views.keys}
      lead={words.lead}
      actions={
        mayManage ? (
          <button type="button" class="button primary" onClick={create}>
            {words.create}
          </button>
        ) : undefined
      }
    >
      <AdminOnly>
        {() => <KeyList onAsk={(what, key) => setAsking({ what, key })} mayManage={mayManage} />}
      </AdminOnly>
      {asking ? (
        <Asked
          asking={asking}
          onClose={() => setAsking(undefined)}
          onIssued={(issued) => setAsking({ what: "secret", issued })}
        />
      ) : null}
    </Page>
  );
}

function KeyList({
  onAsk,
  mayManage,
}: {
  readonly onAsk: (what: "rotate" | "revoke", key: KeyResult) => void;
  readonly mayManage: boolean;
}) {
  const found = useCall("list-keys", {}, { areas: ["key"] });
  return (
    <Answer of={found}>
      {({ keys }) =>
        keys.length === 0 ? (
          <Empty title={words.none}>
            <p>{words.noneHint}</p>
          </Empty>
        ) : (
          <ol class="plain panel" aria-label={words.list}>
            {keys.map((key) => (
              <li key={key.id} class="row">
                <KeyLine
                  accessKey={key}
                  onAsk={mayManage && key.standing !== "revoked" ? (what) => onAsk(what, key) : undefined}
                />
              </li>
            ))}
          </ol>
        )
      }
    </Answer>
  );
}

function Asked({
  asking,
  onClose,
  onIssued,
}: {
  readonly asking: Asking;
  readonly onClose: () => void;
  readonly onIssued: (issued: IssuedKeyResult) => void;
}) {
  switch (asking.what) {
    case "create":
      return <CreateKey onClose={onClose} onIssued={onIssued} />;
    case "rotate":
      return <RotateKey accessKey={asking.key} onClose={onClose} onIssued={onIssued} />;
    case "revoke":
      return <RevokeKey accessKey={asking.key} onClose={onClose} />;
    case "secret":
      return <KeySecret issued={asking.issued} onClose={onClose} />;
  }
}

function RevokeKey({
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
