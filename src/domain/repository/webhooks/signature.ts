import { createHash, createHmac, timingSafeEqual } from "node:crypto";

const GITHUB_SIGNATURE = /^sha256=([0-9a-f]{64})$/i;

/** Whether the header is a signature at all, so that the body of one that is not need not be read. */
export const looksSigned = (header: string | null): header is string =>
  header !== null && GITHUB_SIGNATURE.test(header);

/** Whether GitHub's header is the signature of exactly these bytes with the secret. Takes the same time wherever they differ. */
export function isSignedWith(secret: string, header: string | null, body: Uint8Array): boolean {
  const [, hex = ""] = GITHUB_SIGNATURE.exec(header ?? "") ?? [];
  const given = Buffer.from(hex, "hex");
  const expected = createHmac("sha256", secret).update(body).digest();
  return given.length === expected.length && timingSafeEqual(given, expected);
}

/** Whether GitLab's header is the secret. Both are hashed, so that the time does not even depend on their lengths. */
export function isToken(secret: string, header: string | null): boolean {
  return timingSafeEqual(digestOf(header ?? ""), digestOf(secret));
}

const digestOf = (text: string): Buffer => createHash("sha256").update(text).digest();
