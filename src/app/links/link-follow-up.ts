import type { Link } from "../../domain/links/link.ts";
import type { Call } from "../shared/operation.ts";

/** What other subjects do once a link is in force. `follow-up.ts` puts it together. */
export interface LinkFollowUp {
  /** The caller does not wait for it. */
  approved(link: Link, call: Call): void;
}
