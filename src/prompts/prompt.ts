import type * as z from "zod";
import type { Deps } from "../app/deps.ts";
import type { Call } from "../app/shared/operation.ts";
import type { Notice } from "../domain/shared/remedy.ts";
import type { Completers } from "../resources/completion.ts";
import { type ArgumentHints, parseArguments } from "../tools/arguments.ts";
import { wordingWith } from "../tools/membria/dialect.ts";
import { inWords, sayNotice } from "../tools/wording.ts";

/** Words that a person has their agent begin with, with what the memory knows at that moment. Static, as tools are. */
export interface Prompt {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly arguments: readonly {
    readonly name: string;
    readonly description: string;
    readonly required: boolean;
  }[];
  readonly completers: Completers;
  /** @throws Fault */
  text(given: unknown, deps: Deps, call: Call): Promise<string>;
}

interface PromptSpec<I extends z.ZodObject> {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** Every value arrives as a string. */
  readonly input: I;
  readonly hints?: ArgumentHints;
  readonly completers?: Completers;
  /** The arguments for fields of operations that have another name there. */
  readonly fields?: Readonly<Record<string, Extract<keyof z.output<I>, string>>>;
  /** What the memory knows, with stored text in a fence. */
  facts(args: z.output<I>, deps: Deps, call: Call): Promise<readonly Notice[]>;
  /** What to do with it, one step each. */
  steps(args: z.output<I>): readonly string[];
}

export function definePrompt<I extends z.ZodObject>(spec: PromptSpec<I>): Prompt {
  const wording = wordingWith(spec.fields ?? {});
  return {
    name: spec.name,
    title: spec.title,
    description: spec.description,
    arguments: Object.entries(spec.input.shape).map(([name, field]) => ({
      name,
      description: (field as z.ZodType).description ?? "",
      required: !(field as z.ZodType).safeParse(undefined).success,
    })),
    completers: spec.completers ?? {},
    async text(given, deps, call) {
      const args = parseArguments(spec.input, given, spec.hints);
      const facts = await inWords(wording, () => spec.facts(args, deps, call));
      return [
        ...[...facts, ...call.notices].map((notice) => sayNotice(notice, wording)),
        "",
        "What to do now:",
        ...spec.steps(args).map((step, i) => `${i + 1}. ${step}`),
      ].join("\n");
    },
  };
}
