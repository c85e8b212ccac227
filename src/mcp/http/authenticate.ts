import type { Deps } from "../../app/deps.ts";
import {
  type AccessKey,
  expiryWarning,
  judgeKey,
  type KeyVerdict,
  keyIdIn,
  LAST_USE_GRAIN_MS,
  sameDigest,
  tokenDigest,
} from "../../domain/access/access-key.ts";
import type { Role } from "../../domain/shared/actor.ts";
import { DAY_MS } from "../../domain/shared/time.ts";
import { membriaWording } from "../../tools/membria/dialect.ts";
import { sayNotice } from "../../tools/wording.ts";
import type { Principal } from "./principal.ts";
import { problemResponse } from "./problem.ts";

/** Says who a request comes from, or answers one that may not come in. */
export type Authenticate = (request: Request) => Promise<Principal | Response>;

const BEARER = /^Bearer +(\S{1,512})$/i;
const TOKEN_PARAMETERS =
  /^(?:(?:access|auth|bearer|id)[_-]?)?token$|^(?:api[_-]?)?key$|^auth(?:orization)?$|^bearer$/i;
const NOBODYS = "key_0";

/** Lets everybody in: for a server that only this machine can reach. */
export function anybody(role: Role): Authenticate {
  const principal: Principal = { id: "anybody", name: "unknown", role, stillOpen: async () => true };
  return async () => principal;
}

/** Takes a key of the memory, or the one further token there may be, from the `Authorization` header and nowhere else. */
export function bearer(
  { store, clock, background, log }: Pick<Deps, "store" | "clock" | "background" | "log">,
  token: string | undefined,
): Authenticate {
  const further = token === undefined ? undefined : tokenDigest(token);
  const lastNoted = new Map<string, number>();
  const lastWarned = new Map<string, number>();

  const due = (times: Map<string, number>, id: string, everyMs: number): boolean => {
    const now = clock.now().getTime();
    const last = times.get(id);
    if (last !== undefined && now - last < everyMs) return false;
    times.set(id, now);
    return true;
  };

  const principalOf = (key: AccessKey, digest: string): Principal => {
    const expiry = expiryWarning(key, clock.now());
    const warning = expiry && sayNotice(expiry, membriaWording);
    if (warning && due(lastWarned, key.id, DAY_MS)) log.warn(warning);
    if (due(lastNoted, key.id, LAST_USE_GRAIN_MS)) {
      const at = clock.now();
      background.start("Noting the use of a key", () => store.touchKey(key.id, at));
    }
    return {
      id: key.id,
      name: key.name,
      role: key.role,
      project: key.project,
      warning,
      stillOpen: async () => judgeKey(await store.findKey(key.id), digest, clock.now()) === "open",
    };
  };

  return async (request) => {
    if (hasTokenInUrl(request)) return unauthorized(IN_URL, "token_in_url");
    const header = request.headers.get("authorization");
    if (header === null) return unauthorized(MISSING, "missing_token", { asked: false });
    const [, presented] = BEARER.exec(header) ?? [];
    if (presented === undefined) return unauthorized(MALFORMED, "malformed_header");
    const digest = tokenDigest(presented);
    const key = await store.findKey(keyIdIn(presented) ?? NOBODYS);
    const verdict = judgeKey(key, digest, clock.now());
    if (key && verdict === "open") return principalOf(key, digest);
    if (further !== undefined && sameDigest(further, digest)) return FURTHER;
    log.warn("A request was turned away", { key: key?.id, reason: verdict });
    return unauthorized(sentenceFor(verdict, key), `${verdict}_key`);
  };
}

const FURTHER: Principal = {
  id: "token",
  name: "MEMBRIA_AUTH_TOKEN",
  role: "agent",
  stillOpen: async () => true,
};

const MISSING =
  "This server needs a key. Send it in the header Authorization: Bearer KEY. membria keys create --name NAME makes one.";
const MALFORMED = "The Authorization header must read Bearer KEY, with one key and nothing else.";
const IN_URL =
  "A token must not stand in a URL, where it ends up in logs and histories. Send it in the header Authorization: Bearer KEY, and rotate it: membria keys rotate ID.";

function sentenceFor(verdict: KeyVerdict, key: AccessKey | undefined): string {
  if (verdict === "revoked")
    return `The key ${key?.id} was revoked. Ask for another: membria keys create --name NAME.`;
  if (verdict === "expired")
    return `The key ${key?.id} has expired. A new secret for it: membria keys rotate ${key?.id}.`;
  return "This key is not known here. Check that it was copied whole; membria keys list shows which keys there are.";
}

function unauthorized(message: string, reason: string, { asked = true } = {}): Response {
  return problemResponse({
    status: 401,
    code: "UNAUTHORIZED",
    message,
    details: { reason },
    headers: { "WWW-Authenticate": `Bearer realm="membria"${asked ? ', error="invalid_token"' : ""}` },
  });
}

function hasTokenInUrl({ url }: Request): boolean {
  const { searchParams, username, password } = new URL(url);
  if (username || password) return true;
  return [...searchParams].some(
    ([name, value]) => TOKEN_PARAMETERS.test(name) || keyIdIn(value) !== undefined,
  );
}
