import type { CoreDeps } from "../../shared/operations/core-deps.ts";
import type { Entropy } from "../../shared/ports.ts";
import type { KeyStore } from "../rules/access-key.ts";
import type { PageSessionStore } from "../rules/page-session.ts";
import type { BindingStore } from "../rules/project.ts";

export interface AccessDeps extends CoreDeps {
  readonly store: KeyStore & BindingStore & PageSessionStore;
  readonly entropy: Entropy;
}
