import { sendJson, startEvents, toolCalled } from "./scripted-model.mjs";

/** OpenAI's Chat Completions API, as far as Copilot and opencode use it with a model of one's own. */
export const chatCompletions = {
  isTurn: (method, path) => method === "POST" && path.endsWith("/chat/completions"),

  answerOther(response, { path }) {
    if (path.endsWith("/models")) sendJson(response, { object: "list", data: [{ id: "fake" }] });
    else response.writeHead(404).end();
  },

  reduce({ messages, tools = [] }) {
    const texts = messages.map((message) => ({ role: message.role, text: textOf(message) }));
    const by = (wanted) => texts.filter(({ role }) => role === wanted).map(({ text }) => text);
    return {
      system: by("system").join("\n"),
      developer: by("developer").join("\n"),
      messages: texts,
      tools: namesOf(tools),
      isSummary: SUMMARY_WANTED.test(texts.at(-1)?.text ?? ""),
    };
  },

  answer(response, { step, body, number }) {
    const tokens = step.tokens ?? 1;
    const usage = { prompt_tokens: tokens, completion_tokens: 1, total_tokens: tokens + 1 };
    const message = messageOf(step, namesOf(body.tools ?? []), number);
    const finish = step.say === undefined ? "tool_calls" : "stop";
    const frame = { id: `chatcmpl_${number}`, created: 0, model: body.model };
    if (!body.stream) {
      const choices = [{ index: 0, message, finish_reason: finish }];
      sendJson(response, { ...frame, object: "chat.completion", choices, usage });
      return;
    }
    startEvents(response);
    const send = (fields) =>
      response.write(`data: ${JSON.stringify({ ...frame, object: "chat.completion.chunk", ...fields })}\n\n`);
    send({ choices: [{ index: 0, delta: message, finish_reason: null }] });
    send({ choices: [{ index: 0, delta: {}, finish_reason: finish }] });
    send({ choices: [], usage });
    response.end("data: [DONE]\n\n");
  },
};

/** How the clients ask for a summary of the session. */
const SUMMARY_WANTED = /create a detailed summary of the conversation|^Here is the conversation so far:/i;

const namesOf = (tools) => tools.map((tool) => tool.function.name);

function messageOf(step, names, number) {
  if (step.say !== undefined) return { role: "assistant", content: step.say };
  const call = { name: toolCalled(step, names), arguments: JSON.stringify(step.with ?? {}) };
  const calls = [{ index: 0, id: `call_${number}`, type: "function", function: call }];
  return { role: "assistant", content: null, tool_calls: calls };
}

function textOf({ role, content, tool_calls = [] }) {
  const said = typeof content === "string" ? content : (content ?? []).map(partText).join("\n");
  const calls = tool_calls.map((call) => `[calls ${call.function.name} ${call.function.arguments}]`);
  return [role === "tool" ? `[result] ${said}` : said, ...calls].filter(Boolean).join("\n");
}

const partText = (part) => part.text ?? JSON.stringify(part);
