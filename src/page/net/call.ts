import type { PageCalls } from "../../tools/page/inventory.ts";
import type { ArgumentsOf, ResultOf as ResultOfCall } from "../../tools/page/page-call.ts";
import { strings } from "../strings.ts";
import { CallFailure, failureOf } from "./failure.ts";
import { shownProject } from "./project.ts";
import { endSession, requireSession } from "./session.ts";

/** The calls that the server offers to the page. */
export type CallName = keyof PageCalls & string;
export type InputOf<N extends CallName> = ArgumentsOf<PageCalls[N]>;
export type ResultOf<N extends CallName> = ResultOfCall<PageCalls[N]>;

interface Answered<T> {
  readonly result: T;
  readonly notices: readonly string[];
}

interface CallOptions {
  readonly signal?: AbortSignal | undefined;
  /** Otherwise the project that is shown. */
  readonly project?: string | undefined;
  /** Whether it is finished even if the page is left meanwhile. */
  readonly isLast?: boolean | undefined;
}

/** Runs a page call on the server. Reads and writes alike are POST. @throws CallFailure */
export async function call<N extends CallName>(
  name: N,
  input: InputOf<N>,
  options: CallOptions = {},
): Promise<Answered<ResultOf<N>>> {
  return callByName(name, input, options) as Promise<Answered<ResultOf<N>>>;
}

/** For a call whose name came with an answer, such as what takes an act back. */
export async function callByName(
  name: string,
  input: unknown,
  { signal, project = shownProject(), isLast = false }: CallOptions = {},
): Promise<Answered<unknown>> {
  const answer = await fetch(`/page/call/${encodeURIComponent(name)}`, {
    method: "POST",
    headers: {
      "Content-Type": "application/json",
      "Membria-CSRF": requireSession().csrf,
      "Membria-Project": project,
    },
    body: JSON.stringify(input),
    signal: signal ?? null,
    keepalive: isLast,
  }).catch((error: unknown) => {
    if (signal?.aborted) throw error;
    throw new CallFailure({ code: "unreachable", status: 0, message: strings.failures.unreachable });
  });
  if (answer.ok) return (await answer.json()) as Answered<unknown>;
  if (answer.status === 401) endSession("ended");
  throw await failureOf(answer, strings.failures.refused);
}
