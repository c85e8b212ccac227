import type { Clock, Ids, Log, SecretScanner } from "../ports.ts";
import type { Timers } from "../timers.ts";
import type { Background } from "./background.ts";
import type { Observations } from "./observations.ts";

/** The dependencies that every use case may use. Each subject adds its own in its `deps.ts`. */
export interface CoreDeps {
  readonly clock: Clock;
  readonly ids: Ids;
  readonly secrets: SecretScanner;
  readonly log: Log;
  /** For how long a read waits for what it can do without. */
  readonly timers: Timers;
  readonly background: Background;
  /** A subject that makes observations names their type in its `deps.ts`; everybody may flush them. */
  readonly observations: Observations<never>;
}
