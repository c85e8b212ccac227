import * as z from "zod";
import type { Deps } from "../app/deps.ts";
import { AskPerson, type Call, type Effect, type Operation, perform } from "../app/shared/operation.ts";
import type { Role } from "../domain/shared/actor.ts";
import { Fault } from "../domain/shared/errors.ts";
import type { Notice } from "../domain/shared/remedy.ts";
import { type ArgumentHints, parseArguments } from "./arguments.ts";
import { QUOTED_NOTICE } from "./quote.ts";
import { PROJECT_KEY } from "./remedies.ts";
import { shortenResult } from "./shorten-result.ts";
import type { MakesDecision, ToDecision } from "./to-decision.ts";
import { namedBy, type RemedyWords, sayFault, sayNotice, type Wording } from "./wording.ts";

type JsonObject = Record<string, unknown>;

/** What a caller gets back, in the words of the vocabulary. */
export interface Reply {
  readonly structured: JsonObject;
  /** Enough by itself: some clients show the model only this, some only the other. */
  readonly text: string;
  /** Set when the call failed: as the core said it, for the log and for whoever words it otherwise. */
  readonly fault?: Fault;
}

/** How a vocabulary says that a call failed. The only place that knows its error format. */
export interface Dialect {
  readonly errorSchema: z.ZodObject;
  /** Where the document prescribes how arguments are refused. */
  readonly parse?: typeof parseArguments;
  /** What its callers can do about it, in names that they know. */
  readonly remedies: RemedyWords;
  speak(fault: Fault): { structured: JsonObject; text: string };
}

/** A document's name, argument schema and result shape for an operation. Static: it can be listed without a server. */
export interface Tool {
  readonly vocabulary: string;
  /** Legal with every client. */
  readonly name: string;
  /** As the document has it. */
  readonly canonicalName: string;
  readonly title: string;
  readonly description: string;
  /** The tool that takes its place; one that has a successor is deprecated. */
  readonly successor?: string | undefined;
  readonly effect: Effect;
  readonly role: Role;
  /** Whether a decision comes out of it. */
  readonly makesDecision: boolean;
  readonly inputSchema: JsonObject;
  readonly outputSchema: JsonObject;
  /** Never throws but for an abort, or to ask the person: failures are replies. Another vocabulary brings its wording. */
  call(args: unknown, deps: Deps, call: Call, wording?: Wording): Promise<Reply>;
  /** A failure that came before the tool's own work, in the tool's dialect. */
  refuse(fault: Fault): Reply;
}

type Within<K> = K extends string ? K | `${K}.${string}` | `${K}[${number}]` : never;

/** The arguments for fields of the operation that have another name there. Snake case needs no entry. */
type ArgumentsOfFields<OI extends z.ZodType, I extends z.ZodType> = {
  readonly [F in Within<keyof z.input<OI>>]?: Within<keyof z.input<I>>;
};

interface ToolSpec<I extends z.ZodObject, OI extends z.ZodType, OO, R extends z.ZodObject> {
  readonly name: string;
  readonly canonicalName: string;
  readonly title: string;
  readonly description: string;
  readonly successor?: string | undefined;
  readonly operation: Operation<OI, OO, Deps>;
  readonly input: I;
  /** The reason and the remedy for what goes wrong with an argument, by its path. */
  readonly hints?: ArgumentHints;
  readonly result: R;
  /** Set when the result carries stored text, which then comes with a notice that it is data. */
  readonly quotesMemory?: boolean;
  /** How many tokens an answer may have where the caller does not say; the usual number when undefined. */
  room?(args: z.output<I>): number | undefined;
  /** Of a tool that makes a decision, `toDecision` has to check it. */
  readonly toOperation: z.input<OI> extends MakesDecision
    ? ToDecision<z.output<I>, z.input<OI>>
    : (args: z.output<I>) => z.input<OI>;
  /** The way back, for what is said about a field: which argument it came from. `toDecision` knows what it renames. */
  fields?: ArgumentsOfFields<OI, I> | ((args: z.output<I>) => ArgumentsOfFields<OI, I>);
  fromOperation(done: OO, args: z.output<I>): z.output<R>;
  text(result: z.output<R>, args: z.output<I>): string;
}

/** In every result, so that a reply can say what else happened. */
const EXTRAS = {
  notices: z.array(z.string()).optional(),
  omitted: z.array(z.string()).optional(),
};

/** A vocabulary: its tools share an error dialect, and where its document says so a pause between writes. */
export function vocabulary(name: string, dialect: Dialect, { coolsDown = false } = {}) {
  return function defineTool<I extends z.ZodObject, OI extends z.ZodType, OO, R extends z.ZodObject>(
    spec: ToolSpec<I, OI, OO, R>,
  ): Tool {
    const { operation } = spec;
    const takesMaxTokens = "max_tokens" in spec.input.shape;
    const asIs: Wording = { remedies: dialect.remedies, field: (path) => path };
    const wordingFor = (args: z.output<I>): Wording => {
      const renamed = "argumentOf" in spec.toOperation ? spec.toOperation.argumentOf : undefined;
      const names = typeof spec.fields === "function" ? spec.fields(args) : spec.fields;
      const written = (field: string) => [field, snakeCase(field)].find((name) => name in spec.input.shape);
      return { ...asIs, field: namedBy({ project: PROJECT_KEY, ...renamed, ...names }, written) };
    };
    const refuse = (fault: Fault, wording = asIs): Reply => ({
      ...dialect.speak(sayFault(fault, wording)),
      fault,
    });
    const success = spec.result.extend({ ...EXTRAS, ...(spec.quotesMemory && { notice: z.string() }) });
    // Kept, because a server for many clients is asked for them again and again.
    const schemas: { input?: JsonObject; output?: JsonObject } = {};
    return {
      vocabulary: name,
      name: spec.name,
      canonicalName: spec.canonicalName,
      title: spec.title,
      description: spec.description,
      successor: spec.successor,
      effect: operation.effect,
      role: operation.role,
      makesDecision: operation.makesDecision === true,
      get inputSchema() {
        schemas.input ??= jsonSchema(spec.input, "input");
        return schemas.input;
      },
      get outputSchema() {
        schemas.output ??= {
          type: "object",
          anyOf: [success, dialect.errorSchema].map((shape) => jsonSchema(shape, "output")),
        };
        return schemas.output;
      },
      async call(raw, deps, call, otherWording) {
        let wording = otherWording;
        try {
          const args = (dialect.parse ?? parseArguments)(spec.input, raw, spec.hints);
          wording ??= wordingFor(args);
          const say = (notices: unknown = []) =>
            (notices as Notice[]).map((notice) => sayNotice(notice, wording ?? asIs));
          const run = () => perform(operation, spec.toOperation(args), deps, call);
          const done = await (coolsDown && operation.effect !== "read"
            ? deps.cooldown.during(call, run)
            : run());
          const room = args["max_tokens"] ?? spec.room?.(args);
          const given: JsonObject = spec.fromOperation(done, args);
          const worded = { ...given, ...("notices" in given && { notices: say(given["notices"]) }) };
          const result = shortenResult(worded, room, takesMaxTokens);
          const notices = [...((result["notices"] as string[] | undefined) ?? []), ...say(call.notices)];
          const text = [
            spec.text(result as z.output<R>, args),
            ...notices,
            ...((result["omitted"] as string[] | undefined) ?? []),
          ].join("\n");
          return {
            structured: {
              ...result,
              ...(notices.length > 0 && { notices }),
              ...(spec.quotesMemory && { notice: QUOTED_NOTICE }),
            },
            text,
          };
        } catch (error) {
          if (call.signal.aborted || error instanceof AskPerson) throw error;
          return refuse(Fault.from(error), wording);
        }
      },
      refuse: (fault) => refuse(fault),
    };
  };
}

const snakeCase = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** A schema as clients see it. Made when asked for, because starting a server does not need it. */
function jsonSchema(schema: z.ZodObject, io: "input" | "output"): JsonObject {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io }) as JsonObject;
  return rest;
}

/** Hints for clients, all from the one word that says what a tool does. */
export function annotations(effect: Effect): Record<string, boolean> {
  return {
    readOnlyHint: effect === "read",
    destructiveHint: effect === "destroy",
    idempotentHint: effect === "read" || effect === "destroy",
    openWorldHint: false,
  };
}
