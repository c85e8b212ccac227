import type { Role } from "../../shared/actor.ts";

/** The caller of a request, as described by its key. */
export interface Principal {
  /** Sessions, streams and limits are kept by this id. */
  readonly id: string;
  readonly name: string;
  /** The id of the access key that was sent. Missing for the shared token, and on a server that needs no key. */
  readonly key?: string | undefined;
  readonly role: Role;
  /** The only project it may use. */
  readonly project?: string | undefined;
  /** Whether its client may report that a person agreed. */
  readonly mayConsent: boolean;
  /** Set during the last week before the key expires. */
  readonly warning?: string | undefined;
  /** False once the key was revoked or has expired. */
  isStillValid(): Promise<boolean>;
}
