import type { LinkBackups } from "../../domain/links/link-backup.ts";
import type { LinkStore } from "../../domain/links/link-store.ts";
import type { DecisionDeps } from "../decisions/deps.ts";
import type { LinkFollowUp } from "./link-follow-up.ts";
import type { LinkGraph } from "./traverse-links.ts";

export interface LinkDeps extends DecisionDeps {
  readonly store: DecisionDeps["store"] & LinkStore;
  readonly linkGraph: LinkGraph;
  readonly linkBackups: LinkBackups;
  readonly afterLink: LinkFollowUp;
}
