import { RecordId } from "./decision-ids.tsx";

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
