import { sendJson, startEvents, toolCalled } from "./scripted-model.mjs";

/** OpenAI's Responses API, as far as Codex uses it. */
export const responsesApi = {
  isTurn: (method, path) => method === "POST" && path.endsWith("/responses"),

  answerOther(response, { path }) {
    if (path.endsWith("/models")) sendJson(response, { object: "list", data: [], models: [] });
    else response.writeHead(404).end();
  },

  reduce({ instructions = "", input = [], tools = [] }) {
    const messages = input.map((item) => ({ role: item.role ?? item.type, text: textOf(item) }));
    const last = input.at(-1);
    return {
      system: instructions,
      developer: messages
        .filter(({ role }) => role === "developer")
        .map(({ text }) => text)
        .join("\n"),
      messages,
      tools: offered(tools, input).map(({ path }) => path),
      isSummary: last?.role === "user" && /CONTEXT CHECKPOINT COMPACTION/i.test(textOf(last)),
    };
  },

  answer(response, { step, body, number }) {
    const item = itemOf(step, offered(body.tools ?? [], body.input), number);
    const id = `resp_${number}`;
    startEvents(response);
    const send = (type, fields) =>
      response.write(`event: ${type}\ndata: ${JSON.stringify({ type, ...fields })}\n\n`);
    send("response.created", { response: { id, status: "in_progress", output: [] } });
    send("response.output_item.added", { output_index: 0, item: { ...item, status: "in_progress" } });
    send("response.output_item.done", { output_index: 0, item });
    const tokens = step.tokens ?? 1;
    const usage = {
      input_tokens: tokens,
      input_tokens_details: { cached_tokens: 0 },
      output_tokens: 1,
      output_tokens_details: { reasoning_tokens: 0 },
      total_tokens: tokens + 1,
    };
    send("response.completed", { response: { id, status: "completed", output: [item], usage } });
    response.end();
  },
};

const BRINGS_TOOLS = ["additional_tools", "tool_search_output"];

/** The tools of the request, those among its messages, as newer models have them, and those that a search has found. */
function offered(tools, input) {
  return flat([
    ...tools,
    ...input.flatMap(({ type, tools: more }) => (BRINGS_TOOLS.includes(type) ? more : [])),
  ]);
}

/** Tools of a server come in a namespace, with its instructions as the description. */
function flat(tools) {
  return tools.flatMap((tool) =>
    tool.type === "namespace"
      ? tool.tools.map((inner) => ({ ...inner, namespace: tool.name, path: `${tool.name}.${inner.name}` }))
      : [{ ...tool, path: tool.name ?? tool.type }],
  );
}

function itemOf(step, tools, number) {
  if (step.say !== undefined) {
    const content = [{ type: "output_text", text: step.say, annotations: [] }];
    return { type: "message", id: `msg_${number}`, role: "assistant", status: "completed", content };
  }
  const wanted = toolCalled(
    step,
    tools.map(({ path }) => path),
  );
  const tool = tools.find(({ path }) => path === wanted);
  const call = { id: `fc_${number}`, call_id: `call_${number}`, name: tool.name, status: "completed" };
  if (tool.type === "tool_search")
    return { type: "tool_search_call", ...call, execution: "client", arguments: step.with };
  // A freeform tool takes text instead of arguments.
  const namespace = tool.namespace && { namespace: tool.namespace };
  if (tool.type === "custom") return { type: "custom_tool_call", ...call, ...namespace, input: step.with };
  return { type: "function_call", ...call, ...namespace, arguments: JSON.stringify(step.with ?? {}) };
}

function textOf(item) {
  if (item.type === "function_call" || item.type === "custom_tool_call")
    return `[calls ${item.namespace ?? ""}${item.name} ${item.arguments ?? item.input}]`;
  if (item.output !== undefined) return `[result] ${contentText(item.output)}`;
  if (item.content !== undefined) return contentText(item.content);
  return JSON.stringify(item);
}

function contentText(content) {
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) return JSON.stringify(content);
  return content.map((part) => part.text ?? JSON.stringify(part)).join("\n");
}
