import type { Checkout, Clock, Ids, SecretScanner } from "../../shared/ports.ts";
import type { Memory } from "../../store/file/memory.ts";
import type { NamedFiles } from "../rules/rules-in-file.ts";

export interface HarvestDeps {
  readonly memory: Memory;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly secrets: SecretScanner;
  readonly checkout: Checkout;
  readonly externalFiles: NamedFiles;
}
