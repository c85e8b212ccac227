import { sendJson, startEvents, toolCalled } from "./scripted-model.mjs";

/** The Gemini API, as far as the Gemini CLI uses it. */
export const generateContent = {
  isTurn: (method, path) => method === "POST" && /:(stream)?generateContent$/i.test(path),

  answerOther(response, { path }) {
    if (path.endsWith(":countTokens")) sendJson(response, { totalTokens: 1 });
    else response.writeHead(404).end();
  },

  reduce({ systemInstruction, contents = [], tools = [] }) {
    const system = textOf(systemInstruction?.parts ?? []);
    return {
      system,
      developer: "",
      messages: contents.map(({ role, parts }) => ({ role, text: textOf(parts) })),
      tools: functionsOf(tools),
      isSummary: system.includes("<state_snapshot>"),
    };
  },

  answer(response, { step, body, path, number }) {
    const tokens = step.tokens ?? 1;
    const answer = {
      candidates: [
        {
          index: 0,
          content: { role: "model", parts: [partOf(step, functionsOf(body.tools ?? []), number)] },
          finishReason: "STOP",
        },
      ],
      usageMetadata: {
        promptTokenCount: tokens,
        candidatesTokenCount: 1,
        totalTokenCount: tokens + 1,
      },
      modelVersion: "fake",
      responseId: `response_${number}`,
    };
    if (!path.endsWith(":streamGenerateContent")) {
      sendJson(response, answer);
      return;
    }
    startEvents(response);
    response.end(`data: ${JSON.stringify(answer)}\n\n`);
  },
};

const functionsOf = (tools) =>
  tools.flatMap(({ functionDeclarations = [] }) => functionDeclarations.map(({ name }) => name));

function partOf(step, names, number) {
  if (step.say !== undefined) return { text: step.say };
  return { functionCall: { id: `call_${number}`, name: toolCalled(step, names), args: step.with ?? {} } };
}

function textOf(parts) {
  return parts
    .map((part) => {
      if (part.text !== undefined) return part.text;
      if (part.functionCall)
        return `[calls ${part.functionCall.name} ${JSON.stringify(part.functionCall.args)}]`;
      if (part.functionResponse) return `[result] ${resultText(part.functionResponse.response)}`;
      return JSON.stringify(part);
    })
    .join("\n");
}

/** Most results have their text in `output`; lines have to stay lines. */
const resultText = ({ output, ...rest }) =>
  [output, ...(Object.keys(rest).length > 0 ? [JSON.stringify(rest)] : [])].filter(Boolean).join("\n");
