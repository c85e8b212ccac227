import { sendJson, startEvents, toolCalled } from "./scripted-model.mjs";

/** Anthropic's Messages API, as far as Claude Code uses it. */
export const messagesApi = {
  isTurn: (method, path) => method === "POST" && path === "/v1/messages",

  answerOther(response, { path }) {
    if (path.endsWith("/count_tokens")) sendJson(response, { input_tokens: 1 });
    else response.writeHead(404).end();
  },

  reduce({ system = [], messages, tools = [] }) {
    const texts = messages.map(({ role, content }) => ({ role, text: textOf(content) }));
    return {
      system: textOf(system),
      developer: "",
      messages: texts,
      tools: tools.map(({ name }) => name),
      // It is asked with all tools, so only the words tell.
      isSummary: /Respond with TEXT ONLY/.test(texts.at(-1)?.text ?? ""),
    };
  },

  answer(response, { step, body, number }) {
    const block = blockOf(step, body.tools ?? [], number);
    const stop = block.type === "tool_use" ? "tool_use" : "end_turn";
    const message = {
      id: `msg_${number}`,
      type: "message",
      role: "assistant",
      model: body.model,
      usage: { input_tokens: 1, output_tokens: 1 },
    };
    if (!body.stream) {
      sendJson(response, { ...message, content: [block], stop_reason: stop, stop_sequence: null });
      return;
    }
    startEvents(response);
    const send = (type, fields) =>
      response.write(`event: ${type}\ndata: ${JSON.stringify({ type, ...fields })}\n\n`);
    send("message_start", { message: { ...message, content: [], stop_reason: null, stop_sequence: null } });
    const empty = block.type === "tool_use" ? { ...block, input: {} } : { ...block, text: "" };
    send("content_block_start", { index: 0, content_block: empty });
    const delta =
      block.type === "tool_use"
        ? { type: "input_json_delta", partial_json: JSON.stringify(block.input) }
        : { type: "text_delta", text: block.text };
    send("content_block_delta", { index: 0, delta });
    send("content_block_stop", { index: 0 });
    send("message_delta", { delta: { stop_reason: stop, stop_sequence: null }, usage: { output_tokens: 1 } });
    send("message_stop", {});
    response.end();
  },
};

function blockOf(step, tools, number) {
  if (step.say !== undefined) return { type: "text", text: step.say };
  const name = toolCalled(
    step,
    tools.map((tool) => tool.name),
  );
  return { type: "tool_use", id: `toolu_${number}`, name, input: step.with ?? {} };
}

function textOf(content) {
  if (typeof content === "string") return content;
  return content.map(textOfBlock).join("\n");
}

function textOfBlock(block) {
  switch (block.type) {
    case "text":
      return block.text;
    case "tool_use":
      return `[calls ${block.name} ${JSON.stringify(block.input)}]`;
    case "tool_result":
      return `[result${block.is_error ? ", failed" : ""}] ${textOf(block.content ?? "")}`;
    default:
      return JSON.stringify(block);
  }
}
