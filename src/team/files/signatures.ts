import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  sign,
  verify,
} from "node:crypto";
import type { Signatures } from "../rules/signatures.ts";

const KEY_BYTES = 32;
const SIGNATURE_BYTES = 64;
/** What comes before the bytes of a key in the format that the system reads (RFC 8410). */
const PRIVATE_PREFIX = Buffer.from("302e020100300506032b657004220420", "hex");
const PUBLIC_PREFIX = Buffer.from("302a300506032b6570032100", "hex");
/** A team has few keys, and reading one takes as long as verifying with it. */
const MOST_KEPT = 1_000;

export function ed25519Signatures(): Signatures {
  const publicKeys = new Map<string, KeyObject | undefined>();
  const keyFor = (publicKey: string): KeyObject | undefined => {
    if (publicKeys.has(publicKey)) return publicKeys.get(publicKey);
    const key = readPublic(publicKey);
    // Forged changes could bring any number of them.
    if (publicKeys.size >= MOST_KEPT) publicKeys.clear();
    publicKeys.set(publicKey, key);
    return key;
  };
  return {
    newKey() {
      const { publicKey, privateKey } = generateKeyPairSync("ed25519");
      return {
        publicKey: publicKey.export({ type: "spki", format: "der" }).subarray(-KEY_BYTES).toString("base64"),
        privateKey: privateKey
          .export({ type: "pkcs8", format: "der" })
          .subarray(-KEY_BYTES)
          .toString("base64"),
      };
    },
    sign(text, privateKey) {
      const bytes = Buffer.from(privateKey, "base64");
      const key = createPrivateKey({
        key: Buffer.concat([PRIVATE_PREFIX, bytes]),
        format: "der",
        type: "pkcs8",
      });
      return sign(null, Buffer.from(text), key).toString("base64");
    },
    verify(text, signature, publicKey) {
      const bytes = exactly(signature, SIGNATURE_BYTES);
      const key = bytes && keyFor(publicKey);
      return key ? verify(null, Buffer.from(text), key, bytes) : false;
    },
  };
}

/** Undefined if it is no key. */
function readPublic(publicKey: string): KeyObject | undefined {
  const bytes = exactly(publicKey, KEY_BYTES);
  if (!bytes) return undefined;
  try {
    return createPublicKey({ key: Buffer.concat([PUBLIC_PREFIX, bytes]), format: "der", type: "spki" });
  } catch {
    return undefined;
  }
}

/** Only one text stands for the same bytes, so that a name made from it has one key. */
function exactly(text: string, count: number): Buffer | undefined {
  const bytes = Buffer.from(text, "base64");
  return bytes.length === count && bytes.toString("base64") === text ? bytes : undefined;
}
