import { appendFileSync } from "node:fs";
import { recordedVariables } from "./recorded-variables.mjs";

const EVENTS = ["session.created", "session.idle", "session.compacted"];

/** A plugin of opencode that writes down what its functions are given. `outputs` has texts that they add for the model. */
export const createRecorder = (file, outputs) => async (context) => {
  const write = (event, given) => {
    const entry = { event, stdin: JSON.stringify(given), cwd: process.cwd(), variables: recordedVariables() };
    appendFileSync(file, `${JSON.stringify(entry)}\n`);
  };
  const { directory, worktree, project } = context;
  write("plugin", { keys: Object.keys(context), directory, worktree, project });

  /** Records first, because what follows changes the output. */
  const recording = (event, add) => async (input, output) => {
    const { system, ...rest } = output;
    // Its own prompt is not ours to keep.
    write(event, { input, output: system ? { system: system.map(() => "(a prompt)") } : rest });
    if (outputs[event]) add(output, outputs[event], input);
  };
  return {
    event: async ({ event }) => {
      if (EVENTS.includes(event.type)) write(event.type, { event });
    },
    "chat.message": recording("chat.message", ({ parts, message }, text) => {
      const { id: messageID, sessionID } = message;
      parts.push({ id: `prt_${Date.now()}`, type: "text", text, synthetic: true, messageID, sessionID });
    }),
    "experimental.chat.system.transform": recording("experimental.chat.system.transform", (output, text) => {
      output.system.push(text);
    }),
    "tool.execute.before": recording("tool.execute.before", () => {}),
    "tool.execute.after": recording("tool.execute.after", (output, text) => {
      // The result of a server's tool has parts, that of a tool of its own is text.
      if (output.content) output.content.push({ type: "text", text });
      else output.output += `\n${text}`;
    }),
    "experimental.session.compacting": recording("experimental.session.compacting", (output, text) => {
      output.context.push(text);
    }),
  };
};
