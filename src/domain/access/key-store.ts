import type { Act } from "../shared/act.ts";
import type { AccessKey } from "./access-key.ts";

/** The keys for access over HTTP. They belong to the memory, not to a project. */
export interface KeyStore {
  addKey(key: AccessKey, act: Act): Promise<void>;
  findKey(id: string): Promise<AccessKey | undefined>;
  /** Newest first, including revoked and expired keys. */
  listKeys(): Promise<readonly AccessKey[]>;
  /** Replaces the secret. @throws Fault `not_found`, or `conflict` if the key is revoked. */
  rotateKey(
    id: string,
    change: Pick<AccessKey, "digest" | "expiresAt"> & { readonly previousUntil?: Date | undefined },
    act: Act,
  ): Promise<AccessKey>;
  /** Cannot be undone. A revoked key stays unchanged. @throws Fault `not_found`. */
  revokeKey(id: string, act: Act): Promise<AccessKey>;
  /** Records the last use. It writes no audit row, because nobody decided it. */
  touchKey(id: string, at: Date): Promise<void>;
}
