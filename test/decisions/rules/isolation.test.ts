import { describe, expect, it } from "vitest";
import { requireAuthority } from "../../../src/decisions/rules/isolation.ts";
import { AUTHOR_KINDS } from "../../../src/shared/actor.ts";
import { actor, decision } from "../../support/decisions.ts";

describe("whether a decision of a human holds", () => {
  const theirs = decision({ author: actor("human").author });

  it.each(["agent", "script"] as const)("is not changed by an %s", (kind) => {
    expect(() => requireAuthority(actor(kind).author, theirs)).toThrow(
      expect.objectContaining({ code: "forbidden", reason: "isolation_violation" }) as Error,
    );
  });

  it("is changed by a human, and that of another author by anybody", () => {
    requireAuthority(actor("human").author, theirs);
    for (const by of AUTHOR_KINDS)
      for (const of of ["agent", "script"] as const)
        requireAuthority(actor(by).author, decision({ author: actor(of).author }));
  });
});
