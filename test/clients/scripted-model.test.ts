import { afterEach, expect, test } from "vitest";
import { ALL_CLIENTS } from "./all-clients.mjs";
import { SUMMARY, startScriptedModel } from "./fake-models/scripted-model.mjs";
import type { ModelRequest, Step } from "./run-session.mjs";

const open: { close: () => Promise<void> }[] = [];
afterEach(async () => {
  for (const model of open.splice(0)) await model.close();
});

/** How each client asks for a turn: where, with which tools, and what of the answer it would use. */
const ASKED: Record<string, { path: string; body: (text: string, tools: string[]) => unknown }> = {
  "claude-code": {
    path: "/v1/messages",
    body: (text, tools) => ({
      model: "m",
      messages: [{ role: "user", content: [{ type: "text", text }] }],
      tools: tools.map((name) => ({ name })),
    }),
  },
  codex: {
    path: "/v1/responses",
    body: (text, tools) => ({
      instructions: "",
      input: [
        { type: "message", role: "developer", content: [{ type: "input_text", text: "Be brief." }] },
        { type: "message", role: "user", content: [{ type: "input_text", text }] },
      ],
      tools: tools.map((name) => ({ type: "function", name })),
    }),
  },
  "gemini-cli": {
    path: "/v1beta/models/m:streamGenerateContent",
    body: (text, tools) => ({
      contents: [{ role: "user", parts: [{ text }] }],
      tools: [{ functionDeclarations: tools.map((name) => ({ name })) }],
    }),
  },
  "copilot-cli": {
    path: "/v1/chat/completions",
    body: (text, tools) => ({
      model: "m",
      messages: [{ role: "user", content: text }],
      tools: tools.map((name) => ({ type: "function", function: { name } })),
    }),
  },
};

const CASES = ALL_CLIENTS.filter(({ name }) => name in ASKED).map((client) => [client.name, client] as const);

type Steps = (Step | ((request: ModelRequest) => Step))[];

async function startFor(name: string, protocol: unknown, steps: Steps) {
  const model = await startScriptedModel(protocol, steps);
  open.push(model);
  const { path, body } = ASKED[name]!;
  const ask = async (text: string, tools: string[]) => {
    const answered = await fetch(model.url + path, {
      method: "POST",
      body: JSON.stringify(body(text, tools)),
    });
    return { status: answered.status, text: await answered.text() };
  };
  return { model, ask };
}

test.each(CASES)("%s: each request with tools takes the next step", async (name, { protocol }) => {
  const { model, ask } = await startFor(name, protocol, [
    { call: "_note", with: { answer: "kept" } },
    ({ messages }) => ({ say: `You said: ${messages.at(-1)?.text}` }),
  ]);

  expect((await ask("Give it a title.", [])).text).toContain("Nothing to add.");
  const called = await ask("Keep it.", ["other", "server_note"]);
  expect(called.text).toContain("server_note");
  expect(called.text).toContain("kept");
  expect((await ask("Thanks.", ["server_note"])).text).toContain("You said: Thanks.");
  expect((await ask("More?", ["server_note"])).text).toContain("Nothing to add.");

  expect(model.stepsTaken()).toBe(2);
  expect(model.requests.map(({ step }) => step)).toEqual([undefined, 0, 1, undefined]);
  expect(model.requests[1]).toMatchObject({ tools: ["other", "server_note"] });
  expect(model.requests[1]?.messages.at(-1)).toEqual({ role: "user", text: "Keep it." });
});

test.each(CASES)("%s: a script that calls a missing tool is reported", async (name, { protocol }) => {
  const { model, ask } = await startFor(name, protocol, [{ call: "_note" }]);

  expect((await ask("Keep it.", ["other"])).status).toBe(500);

  expect(model.problems).toEqual([expect.stringContaining("No tool ends in _note. There are: other")]);
});

test("a request for a summary takes no step", async () => {
  const { protocol } = ALL_CLIENTS[0]!;
  const { model, ask } = await startFor("claude-code", protocol, [{ say: "Hello." }]);

  const summary = await ask("Respond with TEXT ONLY. Summarize.", ["note"]);

  expect(JSON.parse(summary.text)).toMatchObject({ content: [{ text: SUMMARY }] });
  expect(model.stepsTaken()).toBe(0);
});
