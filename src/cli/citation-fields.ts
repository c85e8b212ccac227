import { type Citation, citationText } from "../domain/hooks/citation.ts";

/** Where the words of a candidate stand, for a program. */
export const citationFields = (citation: Citation) => ({
  text: citationText(citation),
  commit: citation.commit ?? null,
  subject: citation.subject ?? null,
  pr: citation.pr ?? null,
  file: citation.file ?? null,
  line: citation.line ?? null,
  at: citation.at?.toISOString() ?? null,
});
