import { say } from "../shell/toasts.tsx";
import { strings } from "../strings.ts";

export function CopyButton({ text, label }: { readonly text: string; readonly label: string }) {
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
