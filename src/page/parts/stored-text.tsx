import { strings } from "../strings.ts";

const ADDRESS = /\bhttps?:\/\/[^\s<>"'`\p{Cc}\p{Cf}]+/giu;
const CLOSING = /[.,;:!?)\]}]+$/;

/** Text of the memory in one line: only ever text, and its direction does not reach beyond it. */
export function Stored({ text }: { readonly text: string }) {
  return <bdi class="stored">{text}</bdi>;
}

/** Text of the memory with its line breaks. An address in it is text, with a link beside it that names the host. */
export function StoredText({ text }: { readonly text: string }) {
  return (
    <bdi class="stored stored-lines">
      {partsOf(text).map((part, i) =>
        part.link === undefined ? (
          part.text
        ) : (
          <span key={i}>
            {part.text}{" "}
            <a class="open-link" href={part.link.href} target="_blank" rel="noopener noreferrer">
              {strings.parts.openLink(part.link.host)}
            </a>
          </span>
        ),
      )}
    </bdi>
  );
}

interface Part {
  readonly text: string;
  readonly link?: URL | undefined;
}

function partsOf(text: string): readonly Part[] {
  const parts: Part[] = [];
  let end = 0;
  for (const match of text.matchAll(ADDRESS)) {
    const address = match[0].replace(CLOSING, "");
    const link = URL.canParse(address) ? new URL(address) : undefined;
    if (!link) continue;
    parts.push({ text: text.slice(end, match.index) }, { text: address, link });
    end = match.index + address.length;
  }
  return [...parts, { text: text.slice(end) }];
}
