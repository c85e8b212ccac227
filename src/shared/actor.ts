import { Fault } from "./errors.ts";
import { foldLines, type Screened } from "./text.ts";

/** A script is a program that acts without a person at the terminal and without a model. */
export const AUTHOR_KINDS = ["human", "agent", "script"] as const;
export type AuthorKind = (typeof AUTHOR_KINDS)[number];

export interface Author {
  readonly kind: AuthorKind;
  /** What is shown as the author: the name of a human, else the program. */
  readonly name: Screened;
  /** The person on whose behalf an agent or a script acts, if known. Left out for a human, who is that person. */
  readonly person?: Screened | undefined;
}

/** The person behind a write; undefined if nobody is known to be. */
export const personOf = ({ kind, name, person }: Author): Screened | undefined =>
  kind === "human" ? name : person;

const WITH_ARTICLE: Readonly<Record<AuthorKind, string>> = {
  human: "a human",
  agent: "an agent",
  script: "a script",
};

/** For sentences: `a human`, `an agent`, `a script`. */
export const kindWithArticle = (kind: AuthorKind): string => WITH_ARTICLE[kind];

/**
 * For sentences, with the name: `agent "claude-code"`. The kind comes first and the name is quoted, because a client
 * may call itself anything, such as `root (human)`.
 */
export const namedAuthor = ({ kind, name }: Pick<Author, "kind"> & { readonly name: string }): string =>
  `${kind} ${JSON.stringify(foldLines(name))}`;

/**
 * What a hash covers of an author. From version 2 on the name of a person is left out, so that it can be erased without
 * breaking the hash.
 */
export const hashedAuthor = ({ kind, name }: Author, version: number): readonly string[] =>
  version > 1 && kind === "human" ? [kind] : [kind, name];

/** The author of what the memory does on its own. */
export const MEMORY_AUTHOR: Author = { kind: "agent", name: "membria" as Screened };

/** From the fewest permissions to the most; each role includes the ones before it. */
export const ROLES = ["viewer", "agent", "admin"] as const;
export type Role = (typeof ROLES)[number];

/** Who acts, and through which program and key. Calls over MCP count as an agent's, typed commands as a human's. */
export interface Actor {
  readonly author: Author;
  readonly role: Role;
  /** The client program, with its version: `claude-code/2.1.325`, `membria-cli`. */
  readonly client: Screened;
  /** The id of the access key of a call over HTTP. */
  readonly key?: string | undefined;
  readonly sessionId?: Screened | undefined;
  /**
   * The directory that the call comes from, if its project is the one that all directories without a repository share.
   * It tells later whose memory it is. It is noted on this machine alone.
   */
  readonly place?: string | undefined;
}

/** All role checks go through here. */
export const includesRole = (role: Role, needed: Role): boolean =>
  ROLES.indexOf(role) >= ROLES.indexOf(needed);

export const hasRole = (actor: Actor, needed: Role): boolean => includesRole(actor.role, needed);

/** `toDo` completes the sentence "The role … is needed to …". */
export function requireRole(actor: Actor, needed: Role, toDo: string): void {
  if (hasRole(actor, needed)) return;
  throw new Fault(
    "forbidden",
    `The role ${needed} is needed to ${toDo}; this connection has the role ${actor.role}.`,
    {
      reason: "permission_denied",
      received: actor.role,
      hint:
        needed === "admin"
          ? "Ask a person to do it on the command line, or start the server with MEMBRIA_ROLE=admin and the matching AGENT_MEMORY_SECRET; over HTTP, use a key with the role admin."
          : `Start the server with MEMBRIA_ROLE=${needed}; over HTTP, use a key with that role.`,
    },
  );
}

/** Who writes, and when. The audit row of the write records both. */
export interface Act {
  readonly by: Actor;
  readonly at: Date;
}
