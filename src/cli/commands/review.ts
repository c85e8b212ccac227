import * as z from "zod";
import type { Call } from "../../app/shared/operation.ts";
import { Fault } from "../../domain/shared/errors.ts";
import { boundedText, LIMITS } from "../../domain/shared/text.ts";
import { type Answer, decideItem } from "../../tools/review/decide-item.ts";
import { MOST_OF_A_KIND, type ReviewItem, readQueue, totalOf } from "../../tools/review/queue.ts";
import { noticeText, wordedFault } from "../../tools/wording.ts";
import { isAcrossProjects } from "../across-projects.ts";
import { type CommandContext, type CommandResult, defineCommand } from "../command.ts";
import { counted } from "../counted.ts";
import { EXIT_CODES } from "../exit-codes.ts";
import { converse } from "../review/conversation.ts";
import { queueFields } from "../review/queue-fields.ts";
import { NOTHING_WAITS, queueList } from "../review/queue-list.ts";

const ids = (what: string) => z.array(boundedText(1, LIMITS.name)).default([]).describe(what);

export const review = defineCommand({
  name: "review",
  summary:
    "Go through what waits for you: decisions that sessions seem to have made, where they stood, due outcomes, links and proposals.",
  positionals: [],
  input: z.strictObject({
    accept: ids(
      "Without asking: accept the one with this id; for an outcome, what the repository suggests, or else success.",
    ),
    reject: ids(
      "Without asking: reject the one with this id; for an outcome, failure, or that the suggested failure is none.",
    ),
    limit: z.number().int().min(1).max(MOST_OF_A_KIND).default(50).describe("How many of each kind at most."),
  }),
  async run({ accept, reject, limit }, context) {
    const call = await context.call();
    await (await import("../repository-reading.ts")).quietSync(await context.deps(), call);
    const answers = new Map<string, Answer>();
    for (const id of accept) answers.set(id, { verdict: "accepted" });
    for (const id of reject) {
      if (answers.has(id)) throw answeredTwice(id);
      answers.set(id, { verdict: "rejected" });
    }
    if (answers.size > 0) return decideAll(answers, context, call);
    const mayAsk = context.terminal.converses && context.personTypes() && !context.asJson;
    return mayAsk && !isAcrossProjects(call) ? talk(limit, context, call) : list(limit, context, call);
  },
});

async function list(limit: number, context: CommandContext, call: Call): Promise<CommandResult> {
  const { terminal, personTypes } = context;
  const deps = await context.deps();
  const queue = await readQueue(deps, call, limit);
  const acrossProjects = isAcrossProjects(call);
  const shown = queueList(queue, terminal, { now: deps.clock.now(), acrossProjects });
  const first = queue.items[0];
  const next = !first
    ? []
    : acrossProjects
      ? ["", "To decide on them, name one project: membria review --project NAME"]
      : personTypes()
        ? [
            "",
            "At a terminal, `membria review` asks about one after the other.",
            `Without one: membria review --accept ${first.id}   or   membria review --reject ${first.id}`,
          ]
        : ["", "A person decides on them at a terminal."];
  return { json: { project: call.scope, ...queueFields(queue) }, text: [shown, ...next].join("\n") };
}

async function talk(limit: number, context: CommandContext, call: Call): Promise<CommandResult> {
  const deps = await context.deps();
  const queue = await readQueue(deps, call, limit);
  if (queue.items.length === 0) return { json: {}, text: NOTHING_WAITS };
  const { accepted, rejected, skipped } = await converse(queue.items, { ...context, deps, call });
  const left = totalOf((await readQueue(deps, call, 1)).waiting);
  return {
    json: {},
    text: [
      "",
      `${accepted} accepted, ${rejected} rejected, ${skipped} skipped.`,
      left === 0 ? NOTHING_WAITS : `${counted(left, "still waits", "still wait")}: membria review`,
    ].join("\n"),
  };
}

/** What a script of a person says about some ids. One that is refused does not keep the others from being decided. */
async function decideAll(
  answers: ReadonlyMap<string, Answer>,
  { deps: opened, personTypes, wording }: CommandContext,
  call: Call,
): Promise<CommandResult> {
  if (!personTypes()) throw personNeeded();
  const deps = await opened();
  const { items } = await readQueue(deps, call, MOST_OF_A_KIND);
  const decided = [];
  const refused = [];
  for (const [id, answer] of answers) {
    try {
      const item = waitingItem(id, items);
      const { text, became, notices } = await decideItem(item, answer, deps, call);
      const told = notices.map((notice) => noticeText(notice, wording));
      decided.push({
        id,
        kind: item.kind,
        verdict: answer.verdict,
        became: became ?? null,
        notices: told,
        text,
      });
    } catch (error) {
      const fault = wordedFault(Fault.from(error), wording);
      if (fault.code === "internal") throw error;
      refused.push({
        id,
        code: fault.code,
        reason: fault.reason ?? null,
        message: fault.message,
        hint: fault.hint,
      });
    }
  }
  const [first] = refused;
  return {
    json: { decided: decided.map(({ text, ...one }) => one), refused },
    text: [
      ...decided.flatMap(({ text, notices }) => [text, ...notices]),
      ...refused.flatMap(({ id, message, hint }) => [`${id}: ${message}`, ...(hint ? [`  ${hint}`] : [])]),
    ].join("\n"),
    exitCode: first ? EXIT_CODES[first.code] : 0,
  };
}

function waitingItem(id: string, items: readonly ReviewItem[]): ReviewItem {
  const item = items.find((one) => one.id === id);
  if (item) return item;
  throw new Fault("not_found", `Nothing waits for a review under ${id}.`, {
    received: id,
    reason: "not_waiting",
    hint: "Nothing was changed. It may have been reviewed or have expired.",
    remedies: [{ remedy: "list-candidates" }],
  });
}

function answeredTwice(id: string): Fault {
  return new Fault("invalid", `${id} is named with --accept and with --reject.`, {
    field: "reject",
    received: id,
    reason: "given_twice",
    hint: "Nothing was changed.",
  });
}

function personNeeded(): Fault {
  return new Fault("forbidden", "Only a person decides on what waits for a review.", {
    reason: "person_required",
    hint: "Nothing was changed. Without flags this command lists what waits.",
  });
}
