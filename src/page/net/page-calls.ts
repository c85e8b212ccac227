import type { PageCalls } from "../../tools/page/inventory.ts";
import type { ArgumentsOf, ResultOf as ResultOfCall } from "../../tools/page/page-call.ts";

/** What the server offers to the page. */
export type CallName = keyof PageCalls & string;
export type InputOf<N extends CallName> = ArgumentsOf<PageCalls[N]>;
export type ResultOf<N extends CallName> = ResultOfCall<PageCalls[N]>;
