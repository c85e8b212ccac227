import type { Decision } from "./decision.ts";
import { type FieldsWith, fieldNamed, fieldsWith } from "./decision-fields.ts";

const SEARCHED = fieldsWith("searched");
const IN_TITLE = SEARCHED.filter((name) => fieldNamed(name).searched === "title");
const IN_BODY = SEARCHED.filter((name) => fieldNamed(name).searched === "body");
const EMBEDDED = [...fieldsWith("embedded")].sort(
  (a, b) => (fieldNamed(a).embedded ?? 0) - (fieldNamed(b).embedded ?? 0),
);

/** What a decision is found by: words of the title count more. */
export function searchTexts(decision: Decision): { readonly title: string; readonly body: string } {
  // A topic that was derived from the statement would only count its words twice.
  const title = decision.topicStated ? IN_TITLE : IN_TITLE.filter((name) => name !== "topic");
  return { title: textsIn(decision, title).join("\n"), body: textsIn(decision, IN_BODY).join("\n") };
}

/** What a decision means, for a model that reads about 256 word pieces: the statement first, then why. */
export function embeddingText(decision: Decision): string {
  return textsIn(decision, EMBEDDED)
    .filter((text) => text !== "")
    .join(". ");
}

type TextField = FieldsWith<"searched"> | FieldsWith<"embedded">;

function textsIn(decision: Decision, names: readonly TextField[]): readonly string[] {
  return names.flatMap((name): readonly string[] | string => decision[name] ?? []);
}
