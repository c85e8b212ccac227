import { useState } from "preact/hooks";
import type { IssuedKeyResult, KeyResult } from "../../../tools/page/keys.ts";
import { useCall } from "../../net/use-call.ts";
import { mayWrite, useSession } from "../../net/use-session.ts";
import { AdminOnly, isAdmin } from "../../parts/admin-only.tsx";
import { Page } from "../../parts/page.tsx";
import { Answer, Empty } from "../../parts/states.tsx";
import { useShortcuts } from "../../shell/shortcuts.ts";
import { strings } from "../../strings.ts";
import { CreateKey } from "./create-key.tsx";
import { KeyLine } from "./key-line.tsx";
import { KeySecret } from "./key-secret.tsx";
import { RevokeKey } from "./revoke-key.tsx";
import { RotateKey } from "./rotate-key.tsx";

const { keys: words } = strings;

/** What is open over the list. */
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
