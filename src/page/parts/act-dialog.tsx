import type { ComponentChildren } from "preact";
import type { Acting } from "../shell/use-act.ts";
import { strings } from "../strings.ts";
import { Dialog } from "./dialog.tsx";
import { Failed } from "./states.tsx";

/** A dialog that says what will happen, and does it. It stays open if that is refused, and says why. */
export function ActDialog({
  title,
  what,
  does,
  acting: { isBusy, failure },
  isDangerous = false,
  isWide = false,
  onAct,
  onClose,
  children,
}: {
  readonly title: string;
  /** What will happen, in a sentence. */
  readonly what: string;
  /** The words of the button. */
  readonly does: string;
  readonly acting: Acting;
  readonly isDangerous?: boolean;
  readonly isWide?: boolean;
  readonly onAct: () => Promise<unknown>;
  readonly onClose: () => void;
  readonly children?: ComponentChildren;
}) {
  const submit = async (): Promise<void> => {
    if ((await onAct()) !== undefined) onClose();
  };
  return (
    <Dialog title={title} onClose={onClose} isWide={isWide}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <p class="faint">{what}</p>
        {children}
        {failure ? <Failed failure={failure} /> : null}
        <div class="dialog-foot">
          <button type="button" class="button" onClick={onClose}>
            {strings.shell.cancel}
          </button>
          <button type="submit" class={isDangerous ? "button danger" : "button primary"} disabled={isBusy}>
            {does}
          </button>
        </div>
      </form>
    </Dialog>
  );
}
