const ITEM = /^\s*(?:\d+\.|[-*])\s/;

/** A text of the program in paragraphs: its lines are joined, but for those of a list, and `code` is code. */
export function Prose({ text }: { readonly text: string }) {
  return (
    <div class="prose">
      {text
        .trim()
        .split(/\n\s*\n/)
        .map((paragraph, i) => (
          <p key={i} class="lines">
            {joined(paragraph)
              .split("`")
              .map((part, n) => (n % 2 === 1 ? <code key={n}>{part}</code> : part))}
          </p>
        ))}
    </div>
  );
}

const joined = (paragraph: string): string =>
  paragraph
    .split("\n")
    .reduce((text, line) => (ITEM.test(line) ? `${text}\n${line.trim()}` : `${text} ${line.trim()}`), "")
    .trim();
