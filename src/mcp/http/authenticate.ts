import {
  type AccessKey,
  checkKey,
  expiryWarning,
  findKey,
  type KeyVerdict,
  keyIdIn,
  LAST_USE_PRECISION_MS,
  sameDigest,
  tokenDigest,
  touchKey,
} from "../../access/index.ts";
import type { Deps } from "../../memory/index.ts";
import type { Role } from "../../shared/actor.ts";
import { randomUuid } from "../../shared/ids.ts";
import { DAY_MS } from "../../shared/time.ts";
import { membriaWording } from "../../tools/membria/dialect.ts";
import { noticeText } from "../../tools/wording.ts";
import { problemResponse } from "./problem.ts";

/** The caller of a request, as described by its key. */
export interface Principal {
  /** Sessions, streams and limits are kept by this id. */
  readonly id: string;
  readonly name: string;
  /** The id of the access key that was sent. Missing for the shared token, and on a server that needs no key. */
  readonly key?: string | undefined;
  readonly role: Role;
  /** The only project it may use. */
  readonly project?: string | undefined;
  /** Whether its client may report that a person agreed. */
  readonly mayConsent: boolean;
  /** Set during the last week before the key expires. */
  readonly warning?: string | undefined;
  /** False once the key was revoked or has expired. */
  isStillValid(): Promise<boolean>;
}

/** The caller of a request, or the response that refuses it. */
export type Authenticate = (request: Request) => Promise<Principal | Response>;

const BEARER = /^Bearer +(\S{1,512})$/i;
const TOKEN_PARAMETERS =
  /^(?:(?:access|auth|bearer|id)[_-]?)?token$|^(?:api[_-]?)?key$|^auth(?:orization)?$|^bearer$/i;
const NO_SUCH_KEY = "key_0";

/** Accepts every request, for a server that only this machine can reach. */
export function allowEveryone(role: Role): Authenticate {
  const principal: Principal = {
    id: "anybody",
    name: "unknown",
    role,
    mayConsent: false,
    isStillValid: async () => true,
  };
  return async () => principal;
}

/** Accepts a key of the memory, or the token of the settings, in the `Authorization` header and nowhere else. */
export function authenticateByKey(
  {
    memory,
    clock,
    entropy,
    background,
    log,
  }: Pick<Deps, "memory" | "clock" | "entropy" | "background" | "log">,
  token: string | undefined,
): Authenticate {
  const tokenSetting = token === undefined ? undefined : tokenDigest(token);
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
    const warning = expiry && noticeText(expiry, membriaWording);
    if (warning && due(lastWarned, key.id, DAY_MS)) log.warn(warning);
    if (due(lastNoted, key.id, LAST_USE_PRECISION_MS)) {
      const at = clock.now();
      background.start("Recording the use of a key", () => touchKey(memory, key.id, at));
    }
    return {
      id: key.id,
      name: key.name,
      key: key.id,
      role: key.role,
      project: key.project,
      mayConsent: key.mayConsent,
      warning,
      isStillValid: async () => checkKey(await findKey(memory, key.id), digest, clock.now()) === "open",
    };
  };

  return async (request) => {
    if (hasTokenInUrl(request)) return unauthorized(IN_URL, "token_in_url");
    const header = request.headers.get("authorization");
    if (header === null) return unauthorized(MISSING, "missing_token", { presented: false });
    const [, presented] = BEARER.exec(header) ?? [];
    if (presented === undefined) return unauthorized(MALFORMED, "malformed_header");
    const digest = tokenDigest(presented);
    const key = await findKey(memory, keyIdIn(presented) ?? NO_SUCH_KEY);
    const verdict = checkKey(key, digest, clock.now());
    if (key && verdict === "open") return principalOf(key, digest);
    if (tokenSetting !== undefined && sameDigest(tokenSetting, digest)) return SHARED_TOKEN_PRINCIPAL;
    log
      .with({ requestId: randomUuid(entropy) })
      .warn("A request was refused", { key: key?.id, reason: verdict });
    return unauthorized(refusalMessage(verdict, key), `${verdict}_key`);
  };
}

const SHARED_TOKEN_PRINCIPAL: Principal = {
  id: "token",
  name: "MEMBRIA_AUTH_TOKEN",
  role: "agent",
  mayConsent: false,
  isStillValid: async () => true,
};

const MISSING =
  "This server needs a key. Send it in the header Authorization: Bearer KEY. Create one with: membria keys create --name NAME";
const MALFORMED = 'The Authorization header must be "Bearer KEY", with one key and nothing else.';
const IN_URL =
  "A token must not be part of a URL, because URLs end up in logs and histories. Send it in the header Authorization: Bearer KEY, and rotate it: membria keys rotate ID.";

function refusalMessage(verdict: KeyVerdict, key: AccessKey | undefined): string {
  if (verdict === "revoked")
    return `The key ${key?.id} was revoked. Create a new one with: membria keys create --name NAME`;
  if (verdict === "expired")
    return `The key ${key?.id} has expired. Give it a new secret with: membria keys rotate ${key?.id}`;
  return "This key is unknown. Check that it was copied completely; membria keys list shows the existing keys.";
}

function unauthorized(message: string, reason: string, { presented = true } = {}): Response {
  return problemResponse({
    status: 401,
    code: "UNAUTHORIZED",
    message,
    details: { reason },
    headers: { "WWW-Authenticate": `Bearer realm="membria"${presented ? ', error="invalid_token"' : ""}` },
  });
}

function hasTokenInUrl({ url }: Request): boolean {
  const { searchParams, username, password } = new URL(url);
  if (username || password) return true;
  return [...searchParams].some(
    ([name, value]) => TOKEN_PARAMETERS.test(name) || keyIdIn(value) !== undefined,
  );
}
