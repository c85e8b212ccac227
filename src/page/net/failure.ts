/** Why a call was refused or could not be made, in words for a person. */
export class CallFailure extends Error {
  /** `unreachable` where there was no answer at all. */
  readonly code: string;
  readonly status: number;
  readonly hint: string | undefined;

  constructor(problem: { code: string; status: number; message: string; hint?: string | undefined }) {
    super(problem.message);
    this.code = problem.code;
    this.status = problem.status;
    this.hint = problem.hint;
  }
}

interface ProblemBody {
  readonly error?: {
    readonly code?: unknown;
    readonly message?: unknown;
    readonly hint?: unknown;
    readonly details?: { readonly hint?: unknown };
  };
}

/** The failure that an answer of the server describes. */
export async function failureOf(answer: Response, otherwise: string): Promise<CallFailure> {
  const { error } = await answer.json().then(
    (body: unknown) => (typeof body === "object" && body !== null ? (body as ProblemBody) : {}),
    () => ({}) as ProblemBody,
  );
  const hint = error?.hint ?? error?.details?.hint;
  return new CallFailure({
    code: typeof error?.code === "string" ? error.code : `http_${answer.status}`,
    status: answer.status,
    message: typeof error?.message === "string" ? error.message : otherwise,
    hint: typeof hint === "string" ? hint : undefined,
  });
}
