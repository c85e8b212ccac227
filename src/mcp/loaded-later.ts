type Answers = typeof import("./answers.ts");

let loading: Promise<Answers> | undefined;

/**
 * The tools, resources and prompts, which no client needs before it knows the server: they are most of the program, and
 * loading them would delay the answer to `initialize`.
 */
export function answers(): Promise<Answers> {
  loading ??= import("./answers.ts");
  return loading;
}
