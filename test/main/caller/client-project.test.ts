import { describe, expect, it } from "vitest";
import { clientProject, clientRoots } from "../../../src/main/caller/client-project.ts";
import { noCheckout } from "../../../src/shared/operations/checkout.ts";
import type { Timers } from "../../../src/shared/timers.ts";
import { silentLog } from "../../support/silent-log.ts";

/** A client that answers with its roots when told to, and a wait that ends when told to. */
function client() {
  let answer: (roots: string[]) => void = () => {};
  let fail: (error: Error) => void = () => {};
  let giveUp = (): void => {};
  let leave = (): void => {};
  let asked = 0;
  const gone = new Promise<void>((resolve) => {
    leave = resolve;
  });
  const timers: Timers = {
    after(_, work) {
      giveUp = work;
      return () => {};
    },
  };
  const roots = clientRoots({ log: silentLog, timers }, gone);
  const ask = () => {
    asked++;
    return new Promise<readonly string[]>((resolve, reject) => {
      answer = resolve;
      fail = reject;
    });
  };
  const looked: (readonly string[])[] = [];
  const project = clientProject(
    {
      environment: { settings: {} } as never,
      checkoutAt: () => noCheckout,
      findProject: async (given = []) => {
        looked.push(given);
        const [root] = given;
        return async () => ({
          project: root ? "of-root" : "of-folder",
          root,
          source: "origin",
          dueDays: 30,
          dynamicExposure: false,
        });
      },
    },
    roots,
  );
  return {
    project: (options?: { waitForRoots: boolean }) => project(ask, options),
    looked,
    asked: () => asked,
    answer: (given: string[]) => answer(given),
    fail: () => fail(new Error("no roots")),
    giveUp: () => giveUp(),
    leave: () => leave(),
  };
}

describe("TMKB, capabilities: a client that declares roots and never answers holds nothing up", () => {
  it("a call goes on with the working directory once the useful wait is over, and says so", async () => {
    const { project, giveUp } = client();
    const first = project();
    giveUp();
    expect(await first).toMatchObject({
      project: "of-folder",
      notice: expect.stringContaining("has not said yet which folder"),
    });
    expect(await project()).toMatchObject({ project: "of-folder" });
  });

  it("nobody waits for a client that has ended its requests, however patient they are", async () => {
    const { project, leave, looked } = client();
    const waiting = [project(), project({ waitForRoots: true })];
    leave();
    for (const found of await Promise.all(waiting)) expect(found).toMatchObject({ project: "of-folder" });
    expect(looked).toEqual([[]]);
  });

  it("the roots are used from when they come, and the client was asked once", async () => {
    const { project, giveUp, answer, asked, looked } = client();
    const first = project();
    giveUp();
    await first;
    answer(["file:///work"]);
    await project({ waitForRoots: true });
    const later = await project();
    expect(later).toMatchObject({ project: "of-root" });
    expect(later).not.toHaveProperty("notice");
    expect(asked()).toBe(1);
    expect(looked).toEqual([[], ["file:///work"]]);
  });

  it("what depends on the right project waits for the roots", async () => {
    const { project, giveUp, answer } = client();
    const call = project();
    const list = project({ waitForRoots: true });
    giveUp();
    expect(await call).toMatchObject({ project: "of-folder" });
    answer(["file:///work"]);
    expect(await list).toMatchObject({ project: "of-root" });
  });

  it("a client that refuses to answer has no roots, and nothing waits again", async () => {
    const { project, fail } = client();
    const first = project();
    fail();
    expect(await first).toMatchObject({ project: "of-folder" });
    expect(await project()).not.toHaveProperty("notice");
  });
});
