import type { LoggedEntry, LoggedPart } from "../domain/log/log-store.ts";

/** An entry of the audit log, the same in every format. */
export function logEntryFields(entry: LoggedEntry) {
  const { changes } = entry;
  return {
    position: entry.seq,
    at: entry.at.toISOString(),
    action: entry.action,
    kind: entry.kind,
    subject: entry.subject,
    ...(entry.refs.length > 0 && { refs: entry.refs }),
    project: entry.project,
    author_kind: entry.authorKind,
    author: entry.author,
    ...(entry.person !== undefined && { person: entry.person }),
    ...(entry.personId !== undefined && { person_id: entry.personId }),
    client: entry.client,
    ...(entry.key !== undefined && { key: entry.key }),
    ...(entry.machine !== undefined && { machine: entry.machine }),
    ...(entry.origin !== undefined && { origin: entry.origin }),
    digest: entry.digest,
    ...(entry.erased !== "nothing" && { erased: entry.erased }),
    ...(changes && { changes: changes.map(partFields) }),
  };
}

const partFields = ({ personId, ...content }: LoggedPart) => ({
  ...(personId !== undefined && { person_id: personId }),
  ...content,
});
