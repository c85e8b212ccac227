import { createHmac, createPrivateKey, createPublicKey } from "node:crypto";
import type { SigningKey } from "../rules/signatures.ts";

/** What comes before the bytes of a private key in the format that the system reads (RFC 8410). */
const PRIVATE_PREFIX = Buffer.from("302e020100300506032b657004220420", "hex");
const KEY_BYTES = 32;

/**
 * The key that follows another one, always the same for the same place: two programs that both find out that they need
 * one, or one that was killed half-way, go on under the same name.
 */
export function nextSigningKey({ privateKey }: SigningKey, place: string): SigningKey {
  const seed = createHmac("sha256", Buffer.from(privateKey, "base64"))
    .update(`membria next key 1\n${place}`)
    .digest();
  const key = createPrivateKey({ key: Buffer.concat([PRIVATE_PREFIX, seed]), format: "der", type: "pkcs8" });
  const publicKey = createPublicKey(key).export({ type: "spki", format: "der" }).subarray(-KEY_BYTES);
  return { privateKey: seed.toString("base64"), publicKey: publicKey.toString("base64") };
}
