import assert from "node:assert/strict";
import { toldEver, toldIn } from "./told.mjs";

const FILE = "src/orders.ts";
const STATEMENT = "Keep the orders in PostgreSQL";
const WHY = "Orders and payments have to change in one transaction";
const SUMMARY =
  "## Goal & Progress\nOrders move to PostgreSQL; the store is begun.\n## Evidence\nNot run yet.\n## Unfinished & Risks\nPayments are missing.";
const LESSON = "The connections ran out at the first sale, so put a pool before it";

/** The first session: the person asks, the model decides, and the memory knows where the decision comes from. */
export async function decideSomething(way, { session, repo, membria }) {
  const prompt = "Choose a database for the orders, begin with it, and keep the decision.";
  const reply = "The orders are kept in PostgreSQL from now on.";
  const { requests } = await session({
    prompts: [prompt],
    model: [
      ...way.edit({
        repo,
        file: FILE,
        from: "export const store = undefined;",
        to: "export const store = 1;",
      }),
      ...(way.findTools ?? []),
      {
        call: "membria_capture_decision",
        with: {
          statement: STATEMENT,
          alternatives: ["MongoDB", "SQLite"],
          confidence: 0.8,
          context: { file_path: FILE, reasoning: WHY },
        },
      },
      { call: "memory_save_checkpoint", with: { summary: SUMMARY } },
      { say: reply },
    ],
  });
  assert.deepEqual(toldEver(requests), [], "Nothing was known yet.");
  const first = requests.find(({ step }) => step === 0);
  if (way.searchTool) {
    assert(first.tools.includes(way.searchTool), `There is no search for tools: ${first.tools}`);
    assert(
      first.tools.some((name) => name.endsWith("membria_capture_decision")),
      `${first.tools}`,
    );
  }
  const { decisions } = await membria("list", "--json");
  assert.equal(decisions.length, 1, "One decision was captured.");
  const id = decisions[0].decision_id;
  const { captured_in: from, exchange } = await membria("show", id, "--json");
  assert(from, `Nobody knows where ${id} comes from.`);
  assert.equal(from.client, way.name);
  assert.match(from.session, /^[\w-]{8,}$/);
  assert.equal(from.branch, "main");
  assert.match(from.head, /^[0-9a-f]{40}$/);
  assert.deepEqual(from.files, [FILE]);
  assert.equal(exchange, `Person: ${prompt}${way.keepsReplyToItself ? "" : `\nAgent: ${reply}`}`);
  // A client that ends at once may end its server before the meaning of the decision is known.
  await membria("embed");
  return id;
}

/** A new session: where the work stands, what was decided when it matters, and each only once. */
export async function nextDay(way, { session, repo }, id) {
  const { prompts = [], tokens, flags, steps = [] } = way.compact;
  const about = [
    "Would MongoDB be a better database for the orders than what we have?",
    "And which database do the orders need if there are many more of them?",
    "Once more: which database do we keep the orders in?",
  ];
  const { requests } = await session({
    prompts: [about[0], about[1], ...prompts, about[2]],
    flags,
    model: [
      ...way.edit({ repo, file: FILE, from: "export const store = 1;", to: "export const store = 2;" }),
      { say: "No, it would not." },
      { say: "The same one.", tokens },
      ...steps,
      { say: "In PostgreSQL." },
    ],
  });
  const turns = requests.filter(({ step }) => step !== undefined);
  const has = (request, text) => request.messages.some((message) => message.text.includes(text));
  const first = turns.slice(
    0,
    turns.findIndex((request) => has(request, about[1])),
  );
  const second = turns.filter((request) => has(request, about[1]) && !has(request, about[2]));
  const third = turns.filter((request) => has(request, about[2]));

  const start = only(toldIn(first[0]), isStart, "the start");
  assert.equal(start.role, way.roles.start);
  assert.match(start.text, /Orders move to PostgreSQL/);
  const prompt = only(toldIn(first[0]), isAboutPrompt, "the first prompt");
  assert.equal(prompt.role, way.roles.prompt);
  assert.match(prompt.text, new RegExp(`${id}.* holds: "${STATEMENT}".*Why: "${WHY}"`));
  const file = only(toldIn(first.at(-1)), isAboutFile, "the change of a file");
  assert.equal(file.role, way.roles.edit);
  assert.match(file.text, new RegExp(`"${FILE}"[\\s\\S]*${id}`));
  // Told once, and still in the conversation.
  only(toldIn(second.at(-1)), isStart, "the second prompt");
  only(toldIn(second.at(-1)), isAboutPrompt, "the second prompt");
  // The conversation was shortened, so it is told again.
  assert(toldIn(third.at(-1)).some(isStart), JSON.stringify(toldIn(third.at(-1))));
  only(toldIn(third.at(-1)), isAboutPrompt, "the prompt after the compaction");
  return toldEver(requests);
}

const isStart = ({ text }) => text.includes("- Checkpoint ");
const isAboutFile = ({ text }) => text.includes("decided about");
const isAboutPrompt = (told) => told.text.startsWith("From Membria") && !isStart(told) && !isAboutFile(told);

function only(told, matches, when) {
  const found = told.filter(matches);
  assert.equal(found.length, 1, `At ${when} the model knew: ${JSON.stringify(told, undefined, 2)}`);
  return found[0];
}

/** What did not work out comes with its lesson, when somebody wants it again. */
export async function afterItFailed(way, { session, membria }, id) {
  await membria("outcome", id, "failure", "--lesson", LESSON);
  const { requests } = await session({
    prompts: [
      "Keep the orders of the second shop in PostgreSQL as well.",
      "Correct the spelling in the readme.",
    ],
    model: [{ say: "That went wrong before." }, { say: "Done." }],
  });
  const told = toldEver(requests);
  const failures = told.filter(({ text }) => text.includes(id) && text.includes("did not work out"));
  assert.equal(failures.length, 1, `It was told ${JSON.stringify(told)}`);
  assert.equal(failures[0].role, way.roles.prompt);
  assert(failures[0].text.includes(LESSON));
  return told;
}

/** In another project nothing of this one matters, and what is not decided there is not told. */
export async function workOnSomethingElse(_way, { session, other }) {
  const { requests } = await session({
    where: other,
    prompts: ["Correct the spelling in the readme."],
    model: [{ say: "Done." }],
  });
  const told = toldEver(requests);
  assert.deepEqual(told, []);
  return told;
}

/** A choice that nobody captured waits for the person. */
export async function sayWithoutCapture(_way, { session, membria }) {
  await session({
    prompts: ["Let's use Valkey instead of Memcached for the carts because they have to survive a restart."],
    model: [{ say: "All right." }],
  });
  const { decisions } = await membria("review", "--json");
  assert.equal(decisions.length, 1, JSON.stringify(decisions, undefined, 2));
  assert.match(decisions[0].statement, /Valkey/);
  return decisions[0].candidate_id;
}
