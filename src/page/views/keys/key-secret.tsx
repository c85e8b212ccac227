import type { IssuedKeyResult } from "../../../tools/page/keys.ts";
import { Command } from "../../parts/command.tsx";
import { CopyButton } from "../../parts/copy-button.tsx";
import { Dialog } from "../../parts/dialog.tsx";
import { strings } from "../../strings.ts";
import { KeyLine } from "./key-line.tsx";

const { keys: words } = strings;

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
