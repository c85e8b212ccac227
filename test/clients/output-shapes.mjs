/** What a hook may print; `mark` is the text that should reach the model. */
export const OUTPUT_SHAPES = {
  "plain text": (mark) => mark,
  hookSpecificOutput: (mark, event) => JSON.stringify(specific(mark, event)),
  "hookSpecificOutput without its event": (mark) =>
    JSON.stringify({ hookSpecificOutput: { additionalContext: mark } }),
  "unknown field at the top": (mark, event) => JSON.stringify({ ...specific(mark, event), membria: 1 }),
  "unknown field within": (mark, event) =>
    JSON.stringify({ hookSpecificOutput: { ...specific(mark, event).hookSpecificOutput, membria: 1 } }),
  "additionalContext at the top": (mark) => JSON.stringify({ additionalContext: mark }),
  "both places": (mark, event) => JSON.stringify({ ...specific(mark, event), additionalContext: mark }),
  systemMessage: (mark) => JSON.stringify({ systemMessage: mark }),
  "JSON of another kind": (mark) => JSON.stringify({ note: mark }),
  "an empty object": () => "{}",
  nothing: () => "",
};

function specific(mark, event) {
  return { hookSpecificOutput: { hookEventName: event, additionalContext: mark } };
}
