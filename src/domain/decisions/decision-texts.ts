import type { Decision } from "./decision.ts";
import { type FieldsWith, fieldNamed, fieldsWith } from "./decision-fields.ts";

const SEARCHED = fieldsWith("searched");
const IN_TITLE = SEARCHED.filter((name) => fieldNamed(name).searched === "title");
const IN_BODY = SEARCHED.filter((name) => fieldNamed(name).searched === "body");
const EMBEDDED = [...fieldsWith("embedded")].sort(
  (a, b) => (fieldNamed(a).embedded ?? 0) - (fieldNamed(b).embedded ?? 0),
);

/** The texts for the word index. Words in the title count more. */
export function searchTexts(decision: Decision): { readonly title: string; readonly body: string } {
  // A derived topic would only repeat words of the statement.
  const title = decision.topicStated ? IN_TITLE : IN_TITLE.filter((name) => name !== "topic");
  return { title: textsIn(decision, title).join("\n"), body: textsIn(decision, IN_BODY).join("\n") };
}

/** The text to embed. The model reads about 256 word pieces, so the most important fields come first. */
export function embeddingText(decision: Decision): string {
  return textsIn(decision, EMBEDDED)
    .filter((text) => text !== "")
    .join(". ");
}

type TextField = FieldsWith<"searched"> | FieldsWith<"embedded">;

function textsIn(decision: Decision, names: readonly TextField[]): readonly string[] {
  return names.flatMap((name): readonly string[] | string => decision[name] ?? []);
}
