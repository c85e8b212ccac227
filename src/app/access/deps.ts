import type { BindingStore } from "../../domain/access/binding-store.ts";
import type { KeyStore } from "../../domain/access/key-store.ts";
import type { PageSessionStore } from "../../domain/access/page-session-store.ts";
import type { Entropy } from "../../domain/shared/ports.ts";
import type { CoreDeps } from "../shared/core-deps.ts";

export interface AccessDeps extends CoreDeps {
  readonly store: KeyStore & BindingStore & PageSessionStore;
  readonly entropy: Entropy;
}
