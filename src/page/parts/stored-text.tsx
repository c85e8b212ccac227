import { inProject } from "../net/project.ts";
import { href } from "../route/address.ts";
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

const ID = /\b(?:dec|sk)_[a-z0-9]{6,}\b/g;

/** A sentence in which the ids of records are links. The rest of it is text. */
export function WithIds({ text }: { readonly text: string }) {
  const parts = text.split(ID);
  const ids = text.match(ID) ?? [];
  return (
    <bdi class="stored stored-lines">
      {parts.map((part, i) => (
        <span key={i}>
          {part}
          {ids[i] === undefined ? null : <RecordId id={ids[i]} />}
        </span>
      ))}
    </bdi>
  );
}

/** Ids of decisions, each a link to its page. */
export function DecisionIds({
  ids,
  project,
}: {
  readonly ids: readonly string[];
  readonly project?: string | undefined;
}) {
  return (
    <ul class="ids">
      {ids.map((id) => (
        <li key={id}>
          <RecordId id={id} project={project} />
        </li>
      ))}
    </ul>
  );
}

/** The id of a record: a link if there is a page for it. */
export function RecordId({ id, project }: { readonly id: string; readonly project?: string | undefined }) {
  const to = pageOf(id);
  return to === undefined ? (
    <code>{id}</code>
  ) : (
    <a href={href(to, project === undefined ? {} : inProject(project))}>
      <code>{id}</code>
    </a>
  );
}

function pageOf(id: string): string | undefined {
  if (id.startsWith("dec_")) return `/decisions/${encodeURIComponent(id)}`;
  return id.startsWith("sk_") ? `/skills/${encodeURIComponent(id)}` : undefined;
}
