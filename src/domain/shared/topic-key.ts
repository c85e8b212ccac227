import { stemOf } from "./word-forms.ts";

const PARTS = /_+|(?<=[\p{Ll}\p{N}])(?=\p{Lu})|[^\p{L}\p{N}]+/u;
const EMPTY_WORDS: ReadonlySet<string> = new Set(["a", "an", "the", "our", "of", "for", "and", "in"]);

/** Equal for the same topic in other spellings: `message_queues`, `MessageQueue` and "the message queues". */
export function topicKey(topic: string): string {
  const words = topic
    .normalize("NFKC")
    .split(PARTS)
    .filter((part) => part !== "")
    .map((word) => word.toLowerCase());
  const content = words.filter((word) => !EMPTY_WORDS.has(word));
  return (content.length > 0 ? content : words).map(stemOf).join(" ");
}
