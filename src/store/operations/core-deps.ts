import type { Background } from "../../shared/operations/background.ts";
import type { Observations } from "../../shared/operations/observations.ts";
import type { Clock, Ids, Log, SecretScanner } from "../../shared/ports.ts";
import type { Timers } from "../../shared/timers.ts";
import type { Memory } from "../file/memory.ts";

/** What every operation may use. What a subject needs besides stands beside the operations that need it. */
export interface CoreDeps {
  readonly memory: Memory;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly secrets: SecretScanner;
  readonly log: Log;
  /** For how long a read waits for what it can do without. */
  readonly timers: Timers;
  readonly background: Background;
  /** A subject that makes observations names their type; everybody may flush them. */
  readonly observations: Observations<never>;
}
