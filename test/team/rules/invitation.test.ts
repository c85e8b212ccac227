import { createHash } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Fault } from "../../../src/shared/errors.ts";
import { makeInvitation, readInvitation } from "../../../src/team/rules/invitation.ts";
import { fingerprintOf, isFingerprintOf, originIdOf, teamIdOf } from "../../../src/team/rules/names.ts";
import { signatures } from "../../support/team-members.ts";

const teamKey = signatures.newKey();
const TO = {
  project: "github.com/acme/shop",
  url: "rediss://hub.example:6379",
  graph: "membria",
  role: "agent",
  expires: new Date("2026-03-09T10:00:00.000Z"),
} as const;
const token = makeInvitation(TO, teamKey, signatures);
const reasonFor = (printed: string): string | undefined => {
  try {
    readInvitation(printed, signatures);
    return undefined;
  } catch (error) {
    return (error as Fault).reason;
  }
};

describe("An invitation", () => {
  it("is read as it was made", () => {
    const { invitation, privateKey } = readInvitation(token, signatures);
    expect(invitation).toEqual({
      ...TO,
      v: 1,
      team: teamIdOf(teamKey.publicKey),
      team_key: teamKey.publicKey,
      key: expect.any(String),
      expires: TO.expires.getTime(),
    });
    expect(signatures.verify("x", signatures.sign("x", privateKey), invitation.key)).toBe(true);
  });

  it("is another one each time", () => {
    expect(makeInvitation(TO, teamKey, signatures)).not.toBe(token);
  });

  it("is read with the line breaks of a mail", () => {
    expect(reasonFor(`  ${token.replace(/(.{60})/g, "$1\r\n ")}\n`)).toBeUndefined();
  });

  it("that was cut off is told as such, wherever", () => {
    fc.assert(
      fc.property(fc.integer({ min: "membria-invite-".length, max: token.length - 1 }), (length) => {
        expect(reasonFor(token.slice(0, length))).toBe("invitation_not_whole");
      }),
    );
  });

  it("that was changed is refused, whatever was changed", () => {
    fc.assert(
      fc.property(fc.nat(token.length - 1), fc.constantFrom("A", "z", "7", "-"), (n, letter) => {
        fc.pre(token[n] !== letter);
        const changed = token.slice(0, n) + letter + token.slice(n + 1);
        // The last letter has bits that stand for nothing.
        fc.pre(
          Buffer.from(changed.slice(15), "base64url").compare(Buffer.from(token.slice(15), "base64url")) !==
            0 || n < 15,
        );
        expect(reasonFor(changed)).toMatch(/^(?:invitation_not_whole|not_an_invitation)$/);
      }),
    );
  });

  it("is refused if another key signed it", () => {
    const other = signatures.newKey();
    const forged = makeInvitation(
      TO,
      { publicKey: teamKey.publicKey, privateKey: other.privateKey },
      signatures,
    );
    expect(reasonFor(forged)).toBe("invitation_not_signed");
  });

  it("of a newer version is told as such, and not as a forged one", () => {
    const printed = (text: string) => {
      const body = Buffer.from(["signature", "key", text].join("\n"));
      const checksum = createHash("sha256").update(body).digest().subarray(0, 4);
      return `membria-invite-${Buffer.concat([checksum, body]).toString("base64url")}`;
    };
    expect(reasonFor(printed(JSON.stringify({ v: 2, later: true })))).toBe("invitation_unknown");
    expect(reasonFor(printed(JSON.stringify({ v: 1, later: true })))).toBe("invitation_not_signed");
    expect(reasonFor(printed("no JSON"))).toBe("invitation_not_signed");
  });

  it("is not any other text, and what was given is not repeated", () => {
    expect.assertions(2);
    try {
      readInvitation("redis://user:secret@hub", signatures);
    } catch (error) {
      expect(error).toMatchObject({ code: "invalid", reason: "not_an_invitation", received: undefined });
      expect((error as Fault).sentence).not.toContain("secret");
    }
  });
});

it("The names of a team and of a machine follow from their keys, the same in every version", () => {
  const key = Buffer.from(Array.from({ length: 32 }, (_, n) => n)).toString("base64");
  expect([teamIdOf(key), originIdOf(key)]).toEqual(["team_630dcd2966c433669112", "org_630dcd2966c433669112"]);
});

describe("The fingerprint of a team", () => {
  it("is eight groups of four digits", () => {
    expect(fingerprintOf(teamKey.publicKey)).toMatch(/^(?:[0-9a-f]{4} ){7}[0-9a-f]{4}$/);
  });

  it("may be given in other spacing, and only as a whole", () => {
    const fingerprint = fingerprintOf(teamKey.publicKey);
    expect(isFingerprintOf(fingerprint.toUpperCase().replaceAll(" ", ":"), teamKey.publicKey)).toBe(true);
    expect(isFingerprintOf(fingerprint.slice(0, 19), teamKey.publicKey)).toBe(false);
    expect(isFingerprintOf("", teamKey.publicKey)).toBe(false);
  });
});
