import type { Link } from "../../domain/links/link.ts";
import type { Call } from "../shared/operation.ts";

/** What other rooms do when a link is approved. `app/follow-up.ts` implements it. */
export interface LinkFollowUp {
  /** Runs in the background. */
  approved(link: Link, call: Call): void;
}
