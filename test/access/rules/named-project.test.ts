import { describe, expect, it } from "vitest";
import { type NameStanding, notFollowed, standingOf } from "../../../src/access/rules/project.ts";

const named = (project: string) => ({ project, repository: "origin:github.com/acme/shop" }) as const;
const FREE: NameStanding = { standing: "free" };

describe("the name in a project file", () => {
  it("may be used while it is free", () => {
    expect(standingOf(named("shop"), FREE)).toEqual(FREE);
  });

  it.each(["default", "commit/0123456789ab", "localhost/shop", "github.com/acme/other"])(
    "is foreign although it is free, if another repository may get it by itself: %s",
    (name) => expect(standingOf(named(name), FREE)).toEqual({ standing: "foreign", decisions: 0 }),
  );

  it.each<NameStanding>([
    { standing: "bound", reason: "trusted" },
    { standing: "bound", reason: "first-use" },
    { standing: "foreign", decisions: 3 },
  ])("stays what it was found to be, whatever the name: %j", (found) => {
    expect(standingOf(named("github.com/acme/other"), found)).toEqual(found);
    expect(standingOf(named("shop"), found)).toEqual(found);
  });

  it.each([
    [0, "no decisions wait"],
    [1, "1 decision waits"],
    [2, "2 decisions wait"],
  ])("that is not followed says what waits under it: %i", (decisions, words) => {
    expect(notFollowed("other", decisions, "shop")).toEqual({
      text: `The file .membria.json names the project "other", which is not bound to this repository: ${words} under that name, and the project "shop" is used instead.`,
      remedies: [{ remedy: "trust-project" }],
    });
  });
});
