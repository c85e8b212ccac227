import { once } from "node:events";
import { createServer } from "node:http";
import { text } from "node:stream/consumers";

/** What the model says when its script is over, or when it is asked for a title and the like. */
const NOTHING_MORE = { say: "Nothing to add." };

/** What it says when a client asks for a summary, to compact the session. */
export const SUMMARY = "<summary>The files were changed as asked.</summary>";

/**
 * A model on loopback that follows a script: each request that offers tools takes the next step. A step is
 * `{ say: text }`, `{ call: end of a tool's name, with: arguments }`, or a function of the request that returns one of these.
 * `tokens` with a step is how much the request is said to have cost, which makes a client compact the session.
 * Clients also ask for titles and the like, without tools, and for summaries; those take no step.
 */
export async function startScriptedModel(protocol, steps) {
  const requests = [];
  const problems = [];
  let taken = 0;

  function nextStep(asked) {
    if (asked.isSummary) return { say: SUMMARY };
    if (asked.tools.length === 0 || taken >= steps.length) return NOTHING_MORE;
    const step = steps[taken];
    asked.step = taken;
    taken += 1;
    return typeof step === "function" ? step(asked) : step;
  }

  const server = createServer(async (request, response) => {
    const received = await text(request);
    const path = new URL(request.url, "http://model").pathname;
    try {
      const body = received === "" ? {} : JSON.parse(received);
      if (!protocol.isTurn(request.method, path)) {
        protocol.answerOther(response, { method: request.method, path, body });
        return;
      }
      const asked = protocol.reduce(body);
      requests.push(asked);
      const step = nextStep(asked);
      protocol.answer(response, { step, body, path, number: requests.length });
    } catch (error) {
      // The client must not hang on a mistake of the script; the test has to hear of it.
      problems.push(`${request.method} ${path}: ${error.stack}`);
      if (!response.headersSent) response.writeHead(500);
      response.end();
    }
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    requests,
    problems,
    stepsTaken: () => taken,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

/** The offered tool that a step means: its whole name, or the end of it. @throws when there is none. */
export function toolCalled(step, names) {
  const name = names.find((each) => each === step.call) ?? names.find((each) => each.endsWith(step.call));
  if (name === undefined) throw new Error(`No tool ends in ${step.call}. There are: ${names.join(", ")}`);
  return name;
}

export function sendJson(response, value, status = 200) {
  response.writeHead(status, { "Content-Type": "application/json" }).end(JSON.stringify(value));
}

export function startEvents(response) {
  response.writeHead(200, { "Content-Type": "text/event-stream" });
}
