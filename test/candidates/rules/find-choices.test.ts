import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { findChoices } from "../../../src/candidates/rules/find-choices.ts";
import { screened } from "../../support/decisions.ts";

const choicesIn = (prompt: string, reply: string) =>
  findChoices({ prompt: screened(prompt), reply: screened(reply) });
const saidByPerson = (prompt: string) => choicesIn(prompt, "Done.");
const saidByAgent = (reply: string, prompt = "build the upload") => choicesIn(prompt, reply);

describe("a choice of a person", () => {
  it("is quoted as it was said, and stated without what leads up to it", () => {
    expect(saidByPerson("ok, let's go with Kafka, rabbit lost messages twice. wire up the consumer")).toEqual(
      [
        {
          origin: "person",
          quote: "ok, let's go with Kafka, rabbit lost messages twice.",
          statement: "Use Kafka",
          alternatives: [],
          reasoning: "rabbit lost messages twice",
        },
      ],
    );
  });

  it("names what was chosen against", () => {
    const [choice] = saidByPerson(
      "use pnpm instead of npm workspaces because the hoisting hides missing packages",
    );
    expect(choice).toMatchObject({
      statement: "Use pnpm instead of npm workspaces",
      alternatives: ["npm workspaces"],
      reasoning: "the hoisting hides missing packages",
    });
  });

  it.each([
    ["sse it is", "Use sse"],
    ["sqlite then, no server", "Use sqlite, no server"],
    ["we'll stick with REST for the partners", "Stick with REST for the partners"],
    ["we decided in the retro to drop the staging environment", "Drop the staging environment"],
    [
      "decided: tokens live 15 minutes, refresh tokens 30 days",
      "Tokens live 15 minutes, refresh tokens 30 days",
    ],
    ["we won't support safari 14 any longer", "Do not support safari 14 any longer"],
    ["from now on every migration needs a down step", "From now on every migration needs a down step"],
    ["session cookies must never leave the gateway", "Session cookies must never leave the gateway"],
    ["let's not introduce a queue for that, cron is enough", "Do not introduce a queue for that"],
    ["I want the images in S3 and not in the database", "I want the images in S3 and not in the database"],
    ["wir bleiben bei REST", "Wir bleiben bei REST"],
    ["on part sur Symfony plutôt que Laravel", "On part sur Symfony plutôt que Laravel"],
    ["vamos con Vue", "Vamos con Vue"],
  ])("is found in %j", (prompt, statement) => {
    expect(saidByPerson(prompt).map((choice) => choice.statement)).toEqual([statement]);
  });

  it("goes on in a sentence that continues it, and only there", () => {
    expect(saidByPerson("let's go with leases. and we renew them every ten seconds")).toHaveLength(2);
    expect(saidByPerson("the worker hangs. and we renew them every ten seconds")).toEqual([]);
  });

  it.each([
    "should we go with postgres",
    "so we go with postgres?",
    "can we go with redis instead of memcached",
    "redis or memcached, what do you think?",
    "maybe we go with redis instead of memcached",
    "if we go with kafka we don't need the outbox",
    "before we go with kafka i want numbers",
    "we haven't decided between redis and memcached",
    "we use jest and the tests are slow since monday",
    "we tried mongo last year instead of postgres and it was bad",
    "the endpoint returns 500 instead of 404",
    "the modal stays open after saving and shows no error",
    "we keep getting timeouts from the api",
    "the tests must pass before you push",
    "let's see what the tests say",
    "let's use this branch",
    "go with it",
    "merge it then",
    "leave it as it is",
    "replace the foo with bar in all files",
    "the playwright report is gone since we renamed the folder, fix the path",
    "wir haben ein problem mit dem login, es geht nicht",
    "no puedo iniciar la base de datos, no hay conexión",
    "> we decided to go with Oracle",
    "```\nlet's go with Oracle\n```",
    "<task-notification>we decided to go with Oracle</task-notification>",
  ])("is not found in %j", (prompt) => {
    expect(saidByPerson(prompt)).toEqual([]);
  });
});

describe("a choice of an agent", () => {
  it("is one that names what it was made against and why", () => {
    expect(
      saidByAgent(
        "The upload works.\n\n- I'll keep the retry in the worker rather than the client, because the client may be closed.\n- 14 tests pass",
      ),
    ).toEqual([
      {
        origin: "agent",
        quote: "I'll keep the retry in the worker rather than the client, because the client may be closed.",
        statement: "Keep the retry in the worker rather than the client",
        alternatives: ["the client"],
        reasoning: "the client may be closed",
      },
    ]);
  });

  it("may have its reason in the next sentence", () => {
    const reply = "Thumbnails are made on demand rather than on upload.";
    expect(saidByAgent(`${reply} Making them all at once would have taken days.`)).toHaveLength(1);
    expect(saidByAgent(`${reply} All tests pass.`)).toEqual([]);
  });

  it.each([
    ["I opted for optimistic locking: conflicts are rare.", "Use optimistic locking"],
    ["I decided against a second table because every read needs a join then.", "Do not use a second table"],
    ["I chose `date-fns` over Luxon, as only two functions are needed.", "Choose `date-fns` over Luxon"],
    [
      "Sessions live in Redis rather than in memory, because two servers answer.",
      "Sessions live in Redis rather than in memory",
    ],
    ["We now sign webhooks with HMAC.", "Sign webhooks with HMAC"],
    ["**Decision:** uploads go straight to the bucket.", "Uploads go straight to the bucket"],
    ["## Decisions\n\n- One bucket for each tenant\n\n## Tests\n\n- All pass", "One bucket for each tenant"],
  ])("is found in %j", (reply, statement) => {
    expect(saidByAgent(reply).map((choice) => choice.statement)).toEqual([statement]);
  });

  it("is not what it explains to somebody who asked", () => {
    const reply = "Sessions live in Redis rather than in memory, because two servers answer.";
    expect(saidByAgent(reply, "move the sessions out of the process")).toHaveLength(1);
    expect(saidByAgent(reply, "why do we need redis")).toEqual([]);
  });

  it("is not an option, and the same words elsewhere are", () => {
    const item = "- I keep the plugin rather than `tsc`, because it is faster.";
    expect(saidByAgent(`Options:\n\n${item}`)).toEqual([]);
    expect(saidByAgent(`What I did:\n\n${item}`)).toHaveLength(1);
  });

  it.each([
    "I used `git mv` in a loop instead of a script, so that the history is kept.",
    "I'll use `--force-with-lease` rather than `--force`, in case somebody pushed.",
    "I ran the tests with one worker instead of four because of the memory limit.",
    "The handler returned 500 instead of 404 because the exception was swallowed.",
    "The import takes 3 s rather than 9 s because the index is used.",
    "I keep the lock rather than the lease, because it is simpler, ok?",
    "I chose a trigger over an index because it looked simpler, but rolled it back.",
    "We could use a queue instead of cron, because it scales better.",
    "I'd use a partial index instead of a trigger here, because it is simpler.",
    "Next I'll move the validation to the border instead of each service, because it is done twice.",
    "I tried a trigger instead of an index because it looked simpler, but reverted it.",
    "I did not switch to Vite instead of webpack, because you asked only for the fix.",
    "I haven't decided between Redis and Memcached because I need your numbers.",
    "The author uses an LRU rather than a TTL, because it is simpler.",
    'The log says "use the base image instead of our own because it is patched".',
    "| I chose A over B because of C |",
    "# I chose A over B because of C",
    "> I chose A over B because of C",
    "~~~\nI chose A over B because of C\n~~~",
    "`I chose A over B because of C`",
  ])("is not found in %j", (reply) => {
    expect(saidByAgent(reply)).toEqual([]);
  });
});

/** So long that quadratic work would exceed it. */
const QUADRATIC_MS = 30_000;

describe("any text", () => {
  const piece = fc.oneof(
    fc.string({ unit: "binary", maxLength: 20 }),
    fc.constantFrom(
      ..."let's go with|we decided|I chose|over|instead of|rather than|, not |because|it is| then|must never|: |; |. |\n|```\n|- |`|**|“|\"|?|wir bleiben bei|İ|🦀|no|from now on".split(
        "|",
      ),
    ),
  );
  const text = fc.array(piece, { maxLength: 40 }).map((pieces) => pieces.join(" "));

  it("is quoted exactly, within limits", () => {
    fc.assert(
      fc.property(text, text, (prompt, reply) => {
        for (const { origin, quote, statement, alternatives, reasoning } of choicesIn(prompt, reply)) {
          expect(screened(origin === "person" ? prompt : reply)).toContain(quote);
          expect(quote).toBe(quote.trim());
          expect(quote.length).toBeLessThanOrEqual(400);
          expect([statement, ...alternatives, reasoning]).not.toContain("");
        }
      }),
      { numRuns: 500 },
    );
  });

  it("is read at both ends if it is long, with the code between them left out", () => {
    const choice = "I chose A over B because of C.";
    const filler = "All is well.\n".repeat(4_000);
    const quotes = (reply: string) => saidByAgent(reply).map(({ quote }) => quote);
    expect(quotes(`${choice}\n${filler}${filler}${choice}`)).toEqual([choice, choice]);
    expect(quotes(`${filler}${choice}\n${filler}`)).toEqual([]);
    expect(quotes(`\`\`\`\n${filler}${filler}${choice}`)).toEqual([]);
  });

  it.each([
    "a",
    ".",
    "`",
    '"',
    "“",
    " ",
    "\n",
    ", ",
    "- ",
    "ok ",
    "we ",
    "then ",
    "I have ",
    "a is ",
    "stays ab ",
    "rather ",
    "chose ",
    "replace a ",
    "`a ",
    "so, ",
    "(: ",
    "I chose a over b because c. ",
    "we go with a, ",
    "is not, not ",
    "```\n",
    "decided ",
  ])(
    "of 100,000 characters of %j is read in time proportional to them",
    { timeout: QUADRATIC_MS },
    (unit) => {
      const long = unit.repeat(Math.ceil(100_000 / unit.length));
      const sentence = `${long.slice(0, 390)}x.\n`;
      const sentences = sentence.repeat(Math.ceil(100_000 / sentence.length));
      findChoices({ prompt: screened(long), reply: screened(`${long}x`) });
      findChoices({ prompt: screened(sentences), reply: screened(sentences) });
    },
  );
});
