import { once } from "node:events";
import { createServer } from "node:http";
import { text } from "node:stream/consumers";

const CAPTURE = "membria_capture_decision";
const READ = "membria_get_decision";

/**
 * A model that has one thing in mind: to capture a decision and to read it back. It speaks the Messages API, over
 * loopback, and what it says depends on what the tools answered only.
 */
export async function startFakeModel(decision) {
  const failures = [];
  const server = createServer(async (request, response) => {
    const body = await text(request);
    const path = new URL(request.url, "http://model").pathname;
    if (request.method !== "POST" || !path.startsWith("/v1/messages")) {
      response.writeHead(404).end();
    } else if (path.endsWith("/count_tokens")) {
      response.writeHead(200, { "Content-Type": "application/json" }).end('{"input_tokens":1}');
    } else {
      answer(JSON.parse(body), response, decision, failures);
    }
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    failures,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

function answer({ messages, tools = [], stream, model }, response, decision, failures) {
  const block = nextBlock(messages, tools, decision, failures);
  const stop = block.type === "tool_use" ? "tool_use" : "end_turn";
  const message = {
    id: "msg_fake",
    type: "message",
    role: "assistant",
    model,
    usage: { input_tokens: 1, output_tokens: 1 },
  };
  if (!stream) {
    response.writeHead(200, { "Content-Type": "application/json" });
    response.end(JSON.stringify({ ...message, content: [block], stop_reason: stop, stop_sequence: null }));
    return;
  }
  response.writeHead(200, { "Content-Type": "text/event-stream" });
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
  send("message_delta", {
    delta: { stop_reason: stop, stop_sequence: null },
    usage: { output_tokens: 1 },
  });
  send("message_stop", {});
  response.end();
}

function nextBlock(messages, tools, decision, failures) {
  const nameOf = (wanted) => tools.map(({ name }) => name).find((name) => name.endsWith(wanted));
  // Clients also ask for titles and the like, without tools.
  if (tools.length === 0) return said("Nothing to add.");
  const results = messages
    .flatMap(({ content }) => (Array.isArray(content) ? content : []))
    .filter(({ type }) => type === "tool_result")
    .map(({ content, is_error }) => ({ told: JSON.stringify(content), failed: is_error === true }));
  const failed = results.find((result) => result.failed);
  if (failed) {
    failures.push(failed.told);
    return said("The tool failed.");
  }
  const use = (tool, input) => ({
    type: "tool_use",
    id: `toolu_${results.length}`,
    name: nameOf(tool) ?? tool,
    input,
  });
  if (results.length === 0) return use(CAPTURE, decision);
  if (results.length === 1)
    return use(READ, { decision_id: /dec_[a-z0-9]+/.exec(results[0].told)?.[0] ?? "none" });
  return said(
    results[1].told.includes(decision.statement) ? "It was kept." : `It was lost: ${results[1].told}`,
  );
}

const said = (words) => ({ type: "text", text: words });
