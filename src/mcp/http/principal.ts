import type { Role } from "../../domain/shared/actor.ts";

/** Who a request comes from: what its key says. */
export interface Principal {
  /** Sessions, streams and limits belong to it. */
  readonly id: string;
  readonly name: string;
  readonly role: Role;
  /** The only project it opens. */
  readonly project?: string | undefined;
  /** A sentence from a week before the key ends. */
  readonly warning?: string | undefined;
  /** Whether what it opened may stay open. */
  stillOpen(): Promise<boolean>;
}
