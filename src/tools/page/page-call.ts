import type * as z from "zod";
import type { Deps } from "../../app/deps.ts";
import { type Call, type Operation, perform } from "../../app/shared/operation.ts";
import { Fault } from "../../domain/shared/errors.ts";
import type { Notice } from "../../domain/shared/remedy.ts";
import { parseArguments } from "../arguments.ts";
import { noticeText, wordedFault } from "../wording.ts";
import { pageWording } from "./wording.ts";

/** What a call does with the memory. A session that may only read is refused everything else. */
export type PageEffect = "read" | "write";

/** What a call of the page has at hand. */
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

/** What a call takes and what it answers, for the browser. */
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
