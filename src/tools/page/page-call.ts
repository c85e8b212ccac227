/** A call of the page: how it is defined, what it gets, and how it answers. */

import * as z from "zod";
import type { Deps } from "../../memory/index.ts";
import { Fault, type Notice } from "../../shared/errors.ts";
import { type Call, type Operation, perform } from "../../shared/operations/operation.ts";
import { parseArguments } from "../arguments.ts";
import { noticeText, wordedFault } from "../wording.ts";
import { pageWording } from "./wording.ts";

/** A call reads the memory or writes to it. A session that may only read is refused everything else. */
type PageEffect = "read" | "write";

/** The things that a call of the page has at hand. */
export interface PageContext {
  readonly deps: Deps;
  readonly call: Call;
  /** Runs an operation. A call that reads cannot run one that writes. */
  perform<I extends z.ZodType, O>(operation: Operation<I, O, Deps>, input: z.input<I>): Promise<O>;
  /** Tells the person something besides the result. */
  say(notices: readonly Notice[]): void;
}

export interface PageAnswer<R = unknown> {
  readonly result: R;
  readonly notices: readonly string[];
}

/** Something that the web page asks for or does. No client of the protocol can list or call it. */
export interface PageCall<N extends string = string, I extends z.ZodObject = z.ZodObject, R = unknown> {
  readonly name: N;
  readonly effect: PageEffect;
  /** Whether it creates a decision, on which there is a limit of its own. */
  readonly makesDecision: boolean;
  readonly input: I;
  /** @throws Fault in the words of the page. */
  run(args: unknown, deps: Deps, call: Call): Promise<PageAnswer<R>>;
}

/** The arguments of a call and its answer, for the browser. */
export type ArgumentsOf<C extends PageCall> = z.input<C["input"]>;
export type ResultOf<C extends PageCall> = Awaited<ReturnType<C["run"]>>["result"];

interface PageCallSpec<N extends string, I extends z.ZodObject, R> {
  readonly name: N;
  readonly effect: PageEffect;
  readonly makesDecision?: true;
  readonly input: I;
  /** Where an argument has another name than the field of the operation. */
  readonly fields?: Readonly<Record<string, string>>;
  run(args: z.output<I>, page: PageContext): Promise<R>;
}

export function definePageCall<N extends string, I extends z.ZodObject, R>(
  spec: PageCallSpec<N, I, R>,
): PageCall<N, I, R> {
  const wording = pageWording(spec.input, spec.fields);
  return {
    name: spec.name,
    effect: spec.effect,
    makesDecision: spec.makesDecision === true,
    input: spec.input,
    async run(raw, deps, call) {
      const said: Notice[] = [];
      const page: PageContext = {
        deps,
        call,
        perform(operation, input) {
          if (spec.effect === "read" && operation.effect !== "read")
            throw new Error(`${spec.name} only reads, and ${operation.name} writes.`);
          return perform(operation, input, deps, call);
        },
        say: (notices) => void said.push(...notices),
      };
      try {
        const result = await spec.run(parseArguments(spec.input, raw), page);
        const late = [...(call.lateNotices?.() ?? []), ...(call.sharing?.takeNotices() ?? [])];
        const notices = [...said, ...call.notices, ...late].map((notice) => noticeText(notice, wording));
        return { result, notices };
      } catch (error) {
        throw error instanceof Fault ? wordedFault(error, wording) : error;
      }
    },
  };
}

/** A call of the page that takes another one back, ready to be sent. */
export interface UndoResult {
  readonly call: string;
  readonly input: Readonly<Record<string, unknown>>;
  /** Says how things are then. */
  readonly text: string;
}

/** The answer of every call that writes. */
export interface ActResult {
  /** Says how things are now, in a sentence without stored text. */
  readonly said: string;
  /** Null where the memory cannot take it back. */
  readonly undo: UndoResult | null;
}

/** A time that the page sends, in ISO 8601. */
export const moment = z.iso
  .datetime({ offset: true, error: "must be a time in ISO 8601, such as 2027-01-31T00:00:00Z" })
  .transform((text) => new Date(text));
