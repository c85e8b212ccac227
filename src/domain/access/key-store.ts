import type { Act } from "../shared/act.ts";
import type { AccessKey } from "./access-key.ts";

/** The keys that let programs in. They belong to the memory, not to one of its projects. */
export interface KeyStore {
  addKey(key: AccessKey, act: Act): Promise<void>;
  findKey(id: string): Promise<AccessKey | undefined>;
  /** The newest first, revoked and expired ones too. */
  listKeys(): Promise<readonly AccessKey[]>;
  /** Puts another secret in the place of the one there was. @throws Fault `not_found`, or `conflict` when it is revoked. */
  rotateKey(
    id: string,
    change: Pick<AccessKey, "digest" | "expiresAt"> & { readonly previousUntil?: Date | undefined },
    act: Act,
  ): Promise<AccessKey>;
  /** For good. A key that is revoked already stays as it is. @throws Fault `not_found`. */
  revokeKey(id: string, act: Act): Promise<AccessKey>;
  /** Notes that a key was used. No act of anybody: it leaves no row in the audit log. */
  touchKey(id: string, at: Date): Promise<void>;
}
