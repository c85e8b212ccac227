import type * as z from "zod";
import type { Act } from "../../domain/shared/act.ts";
import { type Actor, hasRole, type Role, requireRole } from "../../domain/shared/actor.ts";
import { Fault } from "../../domain/shared/errors.ts";
import type { Notice } from "../../domain/shared/remedy.ts";
import { ALL_PROJECTS, type Scope } from "../../domain/shared/scope.ts";
import type { CoreDeps } from "./core-deps.ts";

/** Who asks, for which project, and how to stop. Made anew for every call. */
export interface Call {
  readonly actor: Actor;
  readonly scope: Scope;
  /** How long after a decision its outcome is due, in this project. */
  readonly dueDays: number;
  /** What the reply must say besides, such as which project it was taken for. */
  readonly notices: readonly Notice[];
  /**
   * The person's answer: true or false. Throws `AskPerson` where the person can be asked and was not yet, and answers
   * undefined where nobody can be asked.
   */
  readonly consent: (question: Question) => boolean | undefined;
  readonly signal: AbortSignal;
  /** `total` where it is known. */
  readonly progress: (done: number, total?: number, message?: string) => void;
}

/** A question that only the person behind the client may answer, with yes or no. */
export interface Question {
  /** Tells this question apart from others of the same call. */
  readonly key: string;
  readonly text: string;
}

/**
 * Thrown to put a question to the person; the call is made again once there is an answer. Nothing may have been
 * written before.
 */
export class AskPerson extends Error {
  readonly question: Question;
  constructor(question: Question) {
    super(question.text);
    this.question = question;
  }
}

/** What a use case does to the memory. Annotations, read-only mode and the command line's questions follow from it. */
export const EFFECTS = ["read", "append", "update", "destroy"] as const;
export type Effect = (typeof EFFECTS)[number];

interface OperationFacts<I extends z.ZodType> {
  /** verb-noun, as its file. */
  readonly name: string;
  /** A sentence. That of an operation which not everybody may run says what to do: its refusal is made of it. */
  readonly summary: string;
  readonly effect: Effect;
  /** The least role that may run it. */
  readonly role: Role;
  /** Set where a decision comes out of it, so that no vocabulary gets around the limit on them. */
  readonly makesDecision?: true;
  readonly input: I;
}

type Run<I extends z.ZodType, O, D> = (input: z.output<I>, deps: D, call: Call) => Promise<O>;

/** Known in this file alone, so that `perform` is the only way to run an operation. */
const RUN = Symbol("run");

/** `D` is what it needs: the part of the dependencies that its subject declares. */
export interface Operation<I extends z.ZodType = z.ZodType, O = unknown, D = never>
  extends OperationFacts<I> {
  readonly [RUN]: Run<I, O, D>;
}

/** What an operation answers. */
export type ResultOf<T extends Operation> = T extends Operation<z.ZodType, infer O> ? O : never;

export function defineOperation<I extends z.ZodType, O, D>({
  run,
  ...facts
}: OperationFacts<I> & { readonly run: Run<I, O, D> }): Operation<I, O, D> {
  return { ...facts, [RUN]: run };
}

/** The only way in: checks the role, then the input, then runs. */
export async function perform<I extends z.ZodType, O, D>(
  operation: Operation<I, O, D>,
  input: z.input<I>,
  deps: D,
  call: Call,
): Promise<O> {
  requireRole(call.actor, operation.role, toDo(operation.summary));
  call.signal.throwIfAborted();
  return operation[RUN](operation.input.parse(input), deps, call);
}

const toDo = (summary: string): string => `${summary.charAt(0).toLowerCase()}${summary.slice(1, -1)}`;

/** Reads may span projects; a write belongs to one. */
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

/** Whether what is said to the caller may leave a trace. */
export const mayWrite = ({ actor }: Call): boolean => hasRole(actor, "agent");

export function actOf(deps: Pick<CoreDeps, "clock">, call: Call): Act {
  return { by: call.actor, at: deps.clock.now() };
}
