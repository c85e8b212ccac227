import type { ComponentChildren } from "preact";
import { useEffect, useId, useRef } from "preact/hooks";
import { strings } from "../strings.ts";

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
