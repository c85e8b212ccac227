import { randomBytes, scrypt, timingSafeEqual } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Role } from "../../shared/actor.ts";
import { Fault } from "../../shared/errors.ts";

const derive = promisify<string, Buffer, number, Buffer>(scrypt);
const KEY_BYTES = 32;
/** What versions up to 0.2.0 left when they were killed. */
const OLDER_DRAFT = /^admin-secret\.json\.[0-9a-f]{8}$/;

const fileIn = (home: string): string => join(home, "admin-secret.json");

/** Stores a salted, slow hash, so that the file alone does not reveal the secret. */
export async function setAdminSecret(home: string, secret: string): Promise<void> {
  const salt = randomBytes(16);
  const hash = await derive(secret, salt, KEY_BYTES);
  // Loaded here, because a server that starts only reads the file.
  const { makeFolder, sweepDrafts, writeWholeFile } = await import("../../shared/files/whole-files.ts");
  await makeFolder(home, 0o700);
  await sweepDrafts(home, OLDER_DRAFT);
  const stored = JSON.stringify({ salt: salt.toString("hex"), hash: hash.toString("hex") });
  await writeWholeFile(fileIn(home), stored, "private");
}

/** Returns the requested role. `admin` needs the secret that was set. @throws Fault */
export async function grantRole(home: string, requested: Role, secret: string | undefined): Promise<Role> {
  if (requested !== "admin" || (await matches(home, secret))) return requested;
  throw new Fault("forbidden", "The role admin needs AGENT_MEMORY_SECRET to match the secret that was set.", {
    reason: "permission_denied",
    hint: "Set one with `membria admin set-secret` and pass it in AGENT_MEMORY_SECRET, or leave MEMBRIA_ROLE out.",
  });
}

async function matches(home: string, secret: string | undefined): Promise<boolean> {
  if (!secret) return false;
  let stored: { salt: string; hash: string };
  try {
    stored = JSON.parse(await readFile(fileIn(home), "utf8"));
  } catch {
    return false;
  }
  const expected = Buffer.from(stored.hash, "hex");
  const given = await derive(secret, Buffer.from(stored.salt, "hex"), KEY_BYTES);
  return expected.length === given.length && timingSafeEqual(expected, given);
}
