/** The services that report what happens to a repository. */
export const FORGES = ["github", "gitlab"] as const;
export type Forge = (typeof FORGES)[number];

/** As the service shows them to people. */
export const FORGE_NAMES: Readonly<Record<Forge, string>> = { github: "GitHub", gitlab: "GitLab" };

/** The repository that an event is about. */
export interface ForgeRepository {
  /** As its service names it: `acme/shop`. */
  readonly name: string;
  /** All addresses that the payload gives for it, as they are. */
  readonly addresses: readonly string[];
  /** Where people look at it; what belongs to it has addresses below that. */
  readonly page?: string | undefined;
}

interface Happened {
  /** Identifies what happened, however often and in however many deliveries it is reported. */
  readonly key: string;
  /** When it happened, as the service says. */
  readonly at?: Date | undefined;
}

/** A pull request, or a merge request as GitLab calls it. */
export interface PullRequestFact extends Happened {
  readonly what: "pull_request";
  readonly state: "opened" | "reopened" | "merged" | "closed";
  readonly number: number;
  readonly address: string;
  readonly title: string;
  readonly body: string;
  /** The branch it comes from; undefined if that is in another repository, where the name means something else. */
  readonly branch?: string | undefined;
  readonly head?: string | undefined;
  /** The commit that brought it into the branch it was made for: a merge, a squash, or the last of a rebase. */
  readonly mergeCommit?: string | undefined;
}

/** A suite of checks, a workflow or a pipeline that has come to its end. */
export interface ChecksFact extends Happened {
  readonly what: "checks";
  readonly passed: boolean;
  readonly name?: string | undefined;
  readonly address?: string | undefined;
  readonly commit: string;
  readonly branch?: string | undefined;
  /** The addresses of the pull requests that it was run for. */
  readonly pullRequests: readonly string[];
}

export interface PushedCommit {
  readonly id: string;
  /** The whole message. */
  readonly message: string;
  readonly at?: Date | undefined;
  readonly added: readonly string[];
  readonly modified: readonly string[];
  readonly removed: readonly string[];
}

/** Commits that came to a branch, oldest first. */
export interface PushFact extends Happened {
  readonly what: "push";
  readonly branch: string;
  /** What is on another branch may never come to the default one. */
  readonly isDefault: boolean;
  readonly commits: readonly PushedCommit[];
}

export interface DeploymentFact extends Happened {
  readonly what: "deployment";
  readonly succeeded: boolean;
  readonly environment: string;
  readonly commit: string;
  readonly branch?: string | undefined;
  readonly address?: string | undefined;
}

export interface IssueFact extends Happened {
  readonly what: "issue";
  readonly state: "opened" | "labelled" | "closed";
  readonly number: number;
  readonly address: string;
  readonly title: string;
  readonly body: string;
  /** The addresses of the pull requests that it mentions. */
  readonly pullRequests: readonly string[];
  readonly labels: readonly string[];
  /** Whether those who look after the repository call it an incident. */
  readonly isIncident: boolean;
}

/** One thing that a service says has happened. */
export type ForgeFact = PullRequestFact | ChecksFact | PushFact | DeploymentFact | IssueFact;

export interface ForgeEvent {
  readonly forge: Forge;
  readonly repository: ForgeRepository;
  /** Undefined if the event is one of those that are read, and says nothing that matters here. */
  readonly fact?: ForgeFact | undefined;
}

/** Labels, in lower case, by which people mark that something went wrong in use. Whoever opens an issue cannot set them. */
const INCIDENT_LABEL =
  /^(?:(?:type|kind|severity|priority)\s*(?:::?|\/)\s*)?(?:incident|outage|post-?mortem|regression|sev-?[0-2])$/;

export const isIncidentLabel = (label: string): boolean => INCIDENT_LABEL.test(label.trim().toLowerCase());
