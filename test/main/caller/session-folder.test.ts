import { describe, expect, it } from "vitest";
import { noteSession } from "../../../src/hooks/sql/hook-store.ts";
import { clientProject, clientRoots } from "../../../src/main/caller/client-project.ts";
import { sessionFolder } from "../../../src/main/caller/session-folder.ts";
import { noCheckout } from "../../../src/shared/operations/checkout.ts";
import { DAY } from "../../support/decisions.ts";
import { listening } from "../../support/listening.ts";
import { openMemory } from "../../support/memory.ts";
import { silentLog } from "../../support/silent-log.ts";
import { endlessPatience } from "../../support/timers.ts";

describe("The folder of a session", () => {
  it.each(["CLAUDE_PROJECT_DIR", "GEMINI_PROJECT_DIR"])("is what %s says", async (name) => {
    expect(await sessionFolder({ [name]: "/projects/my shop" }, await openMemory())()).toEqual([
      "file:///projects/my%20shop",
    ]);
    expect(await sessionFolder({ [name]: "" }, await openMemory())()).toEqual([]);
  });

  it.each([
    ["CLAUDE_CODE_SESSION_ID", "claude-code"],
    ["COPILOT_AGENT_SESSION_ID", "copilot"],
    ["GEMINI_SESSION_ID", "gemini"],
  ])("is what a hook of the session that %s names has told, also if it comes later", async (name, client) => {
    const { memory } = await openMemory();
    const folder = sessionFolder({ [name]: "one" }, memory);
    expect(await folder()).toEqual([]);
    await noteSession(memory, { client: "codex", session: "one", project: "x", folder: "/else" }, {}, DAY);
    await noteSession(memory, { client, session: "two", project: "x", folder: "/else" }, {}, DAY);
    expect(await folder()).toEqual([]);
    await noteSession(memory, { client, session: "one", project: "x", folder: "/projects/shop" }, {}, DAY);
    expect(await folder()).toEqual(["file:///projects/shop"]);
    // A session that changes its folder works on in its project.
    await noteSession(
      memory,
      { client, session: "one", project: "x", folder: "/projects/shop/src" },
      {},
      DAY,
    );
    expect(await folder()).toEqual(["file:///projects/shop"]);
  });

  it("is not known without variables, and a memory that does not answer is asked again", async () => {
    expect(await sessionFolder({}, await openMemory())()).toEqual([]);
    const memory = await openMemory();
    await noteSession(
      memory,
      { client: "copilot", session: "one", project: "x", folder: "/projects/shop" },
      {},
      DAY,
    );
    const problems = [new Error("locked")];
    const locked = listening(memory, () => {
      const problem = problems.pop();
      if (problem) throw problem;
    });
    const folder = sessionFolder({ COPILOT_AGENT_SESSION_ID: "one" }, locked);
    expect(await folder()).toEqual([]);
    expect(await folder()).toEqual(["file:///projects/shop"]);
  });
});

describe("The project of a client", () => {
  /** A client with these roots, in a session whose folder is known or not. */
  function projectOf(roots: readonly string[], folder: () => Promise<readonly string[]>, named?: string) {
    const looked: (readonly string[])[] = [];
    const project = clientProject(
      {
        environment: { settings: { project: named } } as never,
        checkoutAt: () => noCheckout,
        findProject: async (given = []) => {
          looked.push(given);
          return async () => ({
            project: given[0] ?? "of the working directory",
            source: "origin",
            dueDays: 30,
            dynamicExposure: false,
          });
        },
      },
      clientRoots({ log: silentLog, timers: endlessPatience }),
      folder,
    );
    return { looked, project: async () => (await project(async () => roots)).project };
  }

  it("is that of its roots, before the folder of its session", async () => {
    const { project } = projectOf(["file:///root"], async () => ["file:///session"]);
    expect(await project()).toBe("file:///root");
  });

  it("is that of the folder of its session if it has no roots, from when that is known", async () => {
    let known: string[] = [];
    const { project, looked } = projectOf([], async () => known);
    expect(await project()).toBe("of the working directory");
    known = ["file:///session"];
    expect(await project()).toBe("file:///session");
    expect(await project()).toBe("file:///session");
    expect(looked).toEqual([[], ["file:///session"]]);
  });

  it("is the one that a setting names, whatever the session says", async () => {
    const { looked, project } = projectOf([], async () => ["file:///session"], "shop");
    await project();
    expect(looked).toEqual([[]]);
  });
});
