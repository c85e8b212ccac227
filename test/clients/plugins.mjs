import assert from "node:assert/strict";
import { join } from "node:path";
import { root } from "../../scripts/run.mjs";
import { makeMachine } from "./remembering/set-up.mjs";
import { toldEver } from "./remembering/told.mjs";

const STATEMENT = "Keep the orders in PostgreSQL";

/**
 * Installs the plugin of this repository instead of settings, and works with it: the server has to find the project of the
 * session although it is started elsewhere, and a prompt is told what was decided. @throws when it does not.
 */
export async function usePlugin(way, membria, { keep = false } = {}) {
  // Somebody who installs a plugin has started the client before.
  const files = { ...way.files, ...way.plugin.files?.(root) };
  const machine = await makeMachine({ ...way, files }, membria, { keep, asInstalled: true });
  const { session } = machine;
  try {
    const { prepare, flags } = way.plugin;
    const { requests } = await session({
      prompts: [...prepare(root), "Choose a database for the orders, and keep the decision."],
      flags,
      model: [
        ...(way.findTools ? [way.shell(untilServing(machine.memory)), ...way.findTools] : []),
        {
          call: "membria_capture_decision",
          with: { statement: STATEMENT, alternatives: ["MongoDB"], confidence: 0.8 },
        },
        { say: "It is kept." },
      ],
    });
    assert.deepEqual(toldEver(requests), []);
    const { decisions } = await machine.membria("list", "--json");
    assert.deepEqual(
      decisions.map(({ statement, project }) => [statement, project]),
      [[STATEMENT, "git.example.com/acme/shop"]],
    );
    const { captured_in: from } = await machine.membria("show", decisions[0].decision_id, "--json");
    assert.equal(from?.client, way.name, `${requests.at(-1).tools}`);
    await machine.membria("embed");
    const next = await session({
      prompts: ["Would MongoDB be a better database for the orders than what we have?"],
      flags,
      model: [{ say: "No." }],
    });
    const told = toldEver(next.requests);
    assert(
      told.some(({ text, role }) => text.includes(`holds: "${STATEMENT}"`) && role === way.roles.prompt),
      JSON.stringify(told),
    );
    return told;
  } finally {
    await machine.end();
  }
}

/**
 * Who searches for tools finds those of servers that have started, and a start takes its time. One server of the memory runs
 * anyway; a moment after the second has begun to listen, the client knows its tools.
 */
const untilServing = (memory) =>
  `for i in $(seq 100); do test $(ls ${join(memory, "run")} | grep -c json) -ge 2 && break; sleep 0.1; done; sleep 1`;
