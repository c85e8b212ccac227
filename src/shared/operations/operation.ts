import type * as z from "zod";
import { type Act, type Actor, type AuthorKind, hasRole, type Role, requireRole } from "../actor.ts";
import { Fault, type Notice, type Remedy } from "../errors.ts";
import type { Clock, SecretScanner } from "../ports.ts";
import { ALL_PROJECTS, type Scope } from "../scope.ts";
import { startScreening } from "../screening.ts";
import { CONTINUED_MARK, LINE_MARK, markText, type Screened } from "../text.ts";
import type { CallSharing, Shares } from "./sharing.ts";

/** The caller, the project and the abort signal of one call. */
export interface Call {
  readonly actor: Actor;
  readonly scope: Scope;
  /** The only project that the caller may use, if it is bound to one. It learns nothing of the others. */
  readonly confinedTo?: string | undefined;
  /** Days after which the outcome of a decision is due in this project. */
  readonly dueDays: number;
  /** Messages for the reply, such as which project was assumed. */
  readonly notices: readonly Notice[];
  /** Messages about earlier calls that were too late for their replies. Each is given once. */
  readonly lateNotices?: (() => readonly Notice[]) | undefined;
  /**
   * The person's answer, as the client reports it. Undefined if nobody can be asked, or `mayReportConsent` is false.
   * @throws AskPerson if the person can be asked and has not been asked yet.
   */
  readonly consent: (question: Question) => boolean | undefined;
  /** Whether this caller may say that a person agreed. */
  readonly mayReportConsent: boolean;
  /** Runs before the first write. A name in a project file that nobody has used is bound to its repository then. */
  readonly beforeWrite?: (() => Promise<void>) | undefined;
  /** Set where projects may be shared with a team. */
  readonly sharing?: CallSharing | undefined;
  readonly signal: AbortSignal;
  /** `total` where it is known. */
  readonly progress: (done: number, total?: number, message?: string) => void;
}

/** A yes-or-no question for the person who uses the client. */
export interface Question {
  /** Identifies this question among others of the same call. */
  readonly key: string;
  readonly text: string;
}

/**
 * Thrown to ask the person. The call runs again from the start once there is an answer, so it must not have written
 * anything before.
 */
export class AskPerson extends Error {
  readonly question: Question;
  constructor(question: Question) {
    super(question.text);
    this.question = question;
  }
}

/**
 * What a use case does to the memory. Tool annotations, read-only mode and the prompts of the command line depend on
 * it.
 */
const EFFECTS = ["read", "append", "update", "destroy"] as const;
export type Effect = (typeof EFFECTS)[number];

/** A higher role, which one value of a field takes: to remove something takes more than to say what would be removed. */
interface HigherRole {
  readonly role: Role;
  readonly field: string;
  readonly value: unknown;
  /** Completes "The role … is needed to …". */
  readonly toDo: string;
}

interface OperationFacts<I extends z.ZodType> {
  /** verb-noun, like its file name. */
  readonly name: string;
  /** A sentence. If the operation needs a role, it must be an imperative, because the refusal quotes it after "to". */
  readonly summary: string;
  readonly effect: Effect;
  /** The lowest role that may run it. */
  readonly role: Role;
  readonly higherRole?: HigherRole | undefined;
  /** Set if the operation makes a decision, so that the rate limit on decisions applies in every vocabulary. */
  readonly makesDecision?: true;
  /** Set if what others of a team said may change the answer, so that the reply says how old it is. */
  readonly answersForTeam?: true;
  readonly input: I;
}

type Run<I extends z.ZodType, O, D> = (input: z.output<I>, deps: D, call: Call) => Promise<O>;

/** Not exported, so that `perform` is the only way to run an operation. */
const RUN = Symbol("run");

/** `D` is the dependencies it needs, as declared by its subject. */
export interface Operation<I extends z.ZodType = z.ZodType, O = unknown, D = never>
  extends OperationFacts<I> {
  readonly personOnly?: PersonOnly<[z.output<I>, D, Call]> | undefined;
  readonly [RUN]: Run<I, O, D>;
}

/** The result type of an operation. */
export type ResultOf<T extends Operation> = T extends Operation<z.ZodType, infer O> ? O : never;

export function defineOperation<I extends z.ZodType, O, D>({
  run,
  shares,
  ...facts
}: OperationFacts<I> & {
  readonly run: Run<I, O, D>;
  /** Set if it writes something that a team may get to know. */
  readonly shares?: Shares<NoInfer<O>>;
  /** Set if it takes a person's word, or may change what a person said. */
  readonly personOnly?: PersonOnly<[z.output<I>, D, Call]> | undefined;
}): Operation<I, O, D> {
  if (!shares) return { ...facts, [RUN]: run };
  return {
    ...facts,
    [RUN]: async (input, deps, call) => share(shares, await run(input, deps, call), call),
  };
}

/**
 * The only way to run an operation: checks the role, the input and whether it takes a person, then runs it, and what
 * comes before a write.
 */
export async function perform<I extends z.ZodType, O, D>(
  operation: Operation<I, O, D>,
  input: z.input<I>,
  deps: D,
  call: Call,
): Promise<O> {
  requireRole(call.actor, operation.role, toDo(operation.summary));
  call.signal.throwIfAborted();
  return performParsed(operation, operation.input.parse(input), deps, call);
}

/** The same for input that the program itself has put together. The program that answers hooks has nothing to parse with. */
export async function performParsed<I extends z.ZodType, O, D>(
  operation: Operation<I, O, D>,
  parsed: z.output<I>,
  deps: D,
  call: Call,
): Promise<O> {
  requireRole(call.actor, operation.role, toDo(operation.summary));
  requireHigherRole(operation.higherRole, parsed, call.actor);
  if (operation.personOnly)
    await requirePerson(operation.personOnly, call.actor.author.kind, parsed, deps, call);
  if (operation.effect !== "read") await call.beforeWrite?.();
  const done = await operation[RUN](parsed, deps, call);
  if (operation.answersForTeam && call.scope !== ALL_PROJECTS) await call.sharing?.answered(call.scope);
  return done;
}

/** Tells the team of a write. The result is another one if somebody else was first. */
async function share<O>(shares: Shares<O>, done: O, { scope, sharing }: Call): Promise<O> {
  if (!sharing || scope === ALL_PROJECTS) return done;
  const records = shares.records(done);
  if (records.length === 0) return done;
  const lost = await sharing.written({ project: scope, records, claims: shares.claims?.(done) });
  return lost.length === 0 ? done : (shares.withoutLost?.(done, lost) ?? done);
}

function requireHigherRole(higher: HigherRole | undefined, input: unknown, actor: Actor): void {
  if (higher && (input as Readonly<Record<string, unknown>>)[higher.field] === higher.value)
    requireRole(actor, higher.role, higher.toDo);
}

const toDo = (summary: string): string => `${summary.charAt(0).toLowerCase()}${summary.slice(1, -1)}`;

/** The one project of a write. @throws Fault `invalid` when the call spans all projects. */
export function projectOf(call: Call): string {
  if (call.scope !== ALL_PROJECTS) return call.scope;
  throw new Fault("invalid", "A write belongs to one project, and this call names all of them.", {
    field: "project",
    received: ALL_PROJECTS,
    reason: "project_required",
    hint: "Name one, or leave it out.",
    remedies: [{ remedy: "name-project" }],
  });
}

/** Whether answering this caller may write to the memory. */
export const mayWrite = ({ actor }: Call): boolean => hasRole(actor, "agent");

export function actOf(deps: { readonly clock: Clock }, call: Call): Act {
  return { by: call.actor, at: deps.clock.now() };
}

/** Whether it is refused: always or never, or by what was asked for. */
type Refused<Asked extends readonly unknown[]> = boolean | ((...asked: Asked) => boolean | Promise<boolean>);

/**
 * What takes a person's word, or changes what a person said, and to whom else it is refused. It goes by who acts and not
 * by the role: on the command line, agents and scripts have that of an administrator.
 */
export interface PersonOnly<Asked extends readonly unknown[]> {
  /** Completes the sentence "Only a person …". */
  readonly does: string;
  readonly agent: Refused<Asked>;
  readonly script: Refused<Asked>;
  /** How a person does it, where that says more than the general sentence. */
  readonly remedy?: Remedy | undefined;
}

/** @throws Fault `forbidden`. It names no command: an agent with a shell would run it. */
export async function requirePerson<Asked extends readonly unknown[]>(
  rule: PersonOnly<Asked>,
  by: AuthorKind,
  ...asked: Asked
): Promise<void> {
  if (by === "human") return;
  const refused = rule[by];
  if (typeof refused === "function" ? !(await refused(...asked)) : !refused) return;
  throw new Fault("forbidden", `Only a person ${rule.does}.`, {
    reason: "person_required",
    hint: `Nothing was changed.${rule.remedy ? "" : " A person has to do it at a terminal of their own."}`,
    remedies: rule.remedy && [rule.remedy],
  });
}

/** A stored text, with what it is. */
export type QuotedText = readonly [what: string, text: string];

/**
 * The text of a question to a person. Stored texts are in it whole and marked: a yes is given to what is seen, and to
 * nothing else.
 */
export function questionText(wish: string, quoted: readonly QuotedText[], question: string): string {
  return [
    wish,
    `Lines with ${LINE_MARK.trim()} or ${CONTINUED_MARK.trim()} before them are quoted from the memory or the call.`,
    ...quoted.flatMap(([what, text]) => ["", `${what}:`, markText(text)]),
    "",
    question,
  ].join("\n");
}

/**
 * What is recorded when a client reports that a person agreed. It permits what an agent may not do alone, and nothing
 * else changes: the author of the write stays the agent, because the memory knows the client and its key, and not who
 * answered. `what` completes "Consent to …".
 */
export function consentNote(
  what: string,
  { secrets }: { readonly secrets: SecretScanner },
  { actor }: Call,
): Screened {
  const key = actor.key === undefined ? "" : ` (key ${actor.key})`;
  const text = `Consent to ${what} reported by ${JSON.stringify(actor.client)}${key}.`;
  return startScreening(secrets).text("note", text);
}
