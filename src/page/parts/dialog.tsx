import type { ComponentChildren } from "preact";
import { useEffect, useId, useRef } from "preact/hooks";
import type { Acting } from "../shell/use-act.ts";
import { strings } from "../strings.ts";
import { Failed } from "./states.tsx";

/** A window over the page. It keeps the focus inside and gives it back; Escape closes it. */
export function Dialog({
  title,
  onClose,
  children,
  isWide = false,
}: {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ComponentChildren;
  readonly isWide?: boolean;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useEffect(() => {
    const element = dialog.current;
    const before = document.activeElement;
    element?.showModal();
    // Whoever opens a form wants to fill it in.
    element?.querySelector<HTMLElement>("form input, form textarea, form select")?.focus();
    return () => {
      element?.close();
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  return (
    <dialog
      ref={dialog}
      class={isWide ? "dialog wide" : "dialog"}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      <header class="dialog-head">
        <h2 id={titleId}>{title}</h2>
        <button type="button" class="button quiet" onClick={onClose} aria-label={strings.shell.close}>
          ×
        </button>
      </header>
      {children}
    </dialog>
  );
}

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
  /** A sentence that says what will happen. */
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
