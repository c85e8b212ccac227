import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ed25519Signatures } from "../../../src/team/files/signatures.ts";

const signatures = ed25519Signatures();
const key = signatures.newKey();

describe("Signatures", () => {
  it("are those of RFC 8032", () => {
    // Test 1 in section 7.1: an empty text.
    const hex = (text: string): string => Buffer.from(text, "hex").toString("base64");
    const privateKey = hex("9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60");
    const publicKey = hex("d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a");
    const signature = signatures.sign("", privateKey);
    expect(Buffer.from(signature, "base64").toString("hex")).toBe(
      "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b",
    );
    expect(signatures.verify("", signature, publicKey)).toBe(true);
  });

  it("hold for the text and the key that they were made with, and for no other", () => {
    const other = signatures.newKey();
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), fc.string({ unit: "binary" }), (text, another) => {
        const signature = signatures.sign(text, key.privateKey);
        expect(signatures.sign(text, key.privateKey)).toBe(signature);
        expect(signatures.verify(text, signature, key.publicKey)).toBe(true);
        expect(signatures.verify(text, signature, other.publicKey)).toBe(false);
        if (Buffer.compare(Buffer.from(text), Buffer.from(another)) !== 0)
          expect(signatures.verify(another, signature, key.publicKey)).toBe(false);
      }),
    );
  });

  it("that are malformed do not hold, and neither do malformed keys", () => {
    const signature = signatures.sign("text", key.privateKey);
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.base64String()), (junk) => {
        expect(signatures.verify("text", junk, key.publicKey)).toBe(false);
        expect(signatures.verify("text", signature, junk)).toBe(false);
      }),
    );
    // The same bytes in another writing would be another name for the same key.
    expect(signatures.verify("text", signature, `${key.publicKey}\n`)).toBe(false);
    expect(signatures.verify("text", signature.replace("=", ""), key.publicKey)).toBe(false);
  });

  it("are verified with any number of keys", () => {
    const many = Array.from({ length: 1_100 }, (_, n) => Buffer.alloc(32, n % 256).toString("base64"));
    for (const one of many) signatures.verify("x", signatures.sign("x", key.privateKey), one);
    expect(signatures.verify("x", signatures.sign("x", key.privateKey), key.publicKey)).toBe(true);
  });
});
