import type { IssuedKeyResult, KeyResult } from "../../../tools/page/keys.ts";
import { Dialog } from "../../parts/dialog.tsx";
import { Mark } from "../../parts/marks.tsx";
import { Command } from "../../parts/states.tsx";
import { Stored } from "../../parts/stored-text.tsx";
import { When } from "../../parts/when.tsx";
import { say } from "../../shell/toasts.tsx";
import { strings } from "../../strings.ts";

const { keys: words } = strings;

const MARKS = { active: "success", expired: "superseded", revoked: "superseded" } as const;

/** One key, without its secret, and what can be done with it. */
export function KeyLine({
  accessKey: key,
  onAsk,
}: {
  readonly accessKey: KeyResult;
  readonly onAsk: ((what: "rotate" | "revoke") => void) | undefined;
}) {
  const isOpen = key.standing === "active";
  return (
    <div class="key-line">
      <div class="key-words">
        <p class={isOpen ? "key-name" : "key-name no-longer"}>
          <Stored text={key.name} /> <code class="faint">{key.id}</code>
          {key.is_own ? <span class="tag tag-strong">{words.own}</span> : null}
        </p>
        <p class="line-facts">
          <Mark kind={MARKS[key.standing]} word={words.standings[key.standing]} />
          <span>{key.role}</span>
          <span>{key.project === null ? words.anyProject : <Stored text={key.project} />}</span>
          {key.may_consent ? <span>{words.mayReport}</span> : null}
          <span hidden={key.standing === "revoked"}>
            {isOpen ? words.ends : words.ended} <When at={key.expires_at} />
          </span>
          {key.expires_soon ? <span class="tag tag-check">{words.soon}</span> : null}
          <span>
            {key.last_used_at === null ? (
              words.neverUsed
            ) : (
              <>
                {words.used} <When at={key.last_used_at} />
              </>
            )}
          </span>
          {key.previous_until === null ? null : (
            <span>
              {words.previous} <When at={key.previous_until} />
            </span>
          )}
        </p>
      </div>
      {onAsk ? (
        <div class="actions">
          <button
            type="button"
            class="button"
            aria-label={`${words.rotate}: ${key.name}`}
            onClick={() => onAsk("rotate")}
          >
            {words.rotate}
          </button>
          <button
            type="button"
            class="button danger"
            aria-label={`${words.revoke}: ${key.name}`}
            onClick={() => onAsk("revoke")}
          >
            {words.revoke}
          </button>
        </div>
      ) : null}
    </div>
  );
}

/** The secret of a key. It is nowhere else on the page, and gone when this is closed. */
export function KeySecret({
  issued: { key, secret },
  onClose,
}: {
  readonly issued: IssuedKeyResult;
  readonly onClose: () => void;
}) {
  return (
    <Dialog title={words.secretTitle} onClose={onClose}>
      <div class="stack">
        <KeyLine accessKey={key} onAsk={undefined} />
        <Command text={secret} />
        <p>{words.secretText}</p>
        <Command text={words.secretHeader(secret)} />
        <div class="dialog-foot">
          <CopyButton text={secret} label={words.copy} />
          <button type="button" class="button primary" onClick={onClose}>
            {words.done}
          </button>
        </div>
      </div>
    </Dialog>
  );
}

function CopyButton({ text, label }: { readonly text: string; readonly label: string }) {
  const copy = (): void => {
    navigator.clipboard.writeText(text).then(
      () => say(strings.parts.copied),
      () => say(strings.parts.notCopied, { tone: "problem" }),
    );
  };
  return (
    <button type="button" class="button" onClick={copy}>
      {label}
    </button>
  );
}
