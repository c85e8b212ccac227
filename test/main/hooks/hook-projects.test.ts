import { describe, expect, it } from "vitest";
import type { ResolvedProject } from "../../../src/main/caller/project.ts";
import { hookProjects } from "../../../src/main/hooks/hook-server.ts";
import { setClock } from "../../support/clock.ts";

function looking() {
  const clock = setClock();
  const looked: unknown[] = [];
  let problem: Error | undefined;
  const projects = hookProjects(
    {
      findProject: async (roots, where) => {
        looked.push([roots, where]);
        if (problem) throw problem;
        return async (): Promise<ResolvedProject> => ({
          project: roots?.[0] ?? "of the server",
          source: "file",
          root: "/srv/shop",
          dueDays: 7,
          dynamicExposure: true,
          hooks: { off: ["stop"] },
        });
      },
    },
    clock,
  );
  return { projects, clock, looked, fail: (error?: Error) => (problem = error) };
}

describe("The project of an event", () => {
  it("is that of its folder alone, and without one that of the server", async () => {
    const { projects, looked } = looking();
    expect((await projects("/srv/shop", undefined)).project).toBe("file:///srv/shop");
    expect((await projects(undefined, undefined)).project).toBe("of the server");
    expect(looked).toEqual([
      [["file:///srv/shop"], { onlyRoots: true, namedBy: "user" }],
      [[], { onlyRoots: false, namedBy: "user" }],
    ]);
  });

  it("is looked for once for events that come together, and again for later ones", async () => {
    const { projects, looked, clock } = looking();
    for (let n = 0; n < 3; n++) await projects("/srv/shop", undefined);
    await projects("/srv/depot", undefined);
    expect(looked).toHaveLength(2);
    clock.advance(10_000);
    await projects("/srv/shop", undefined);
    expect(looked).toHaveLength(3);
    // A clock that was put back.
    clock.advance(-60_000);
    await projects("/srv/shop", undefined);
    expect(looked).toHaveLength(4);
  });

  it("is looked for again after a failure", async () => {
    const { projects, fail } = looking();
    fail(new Error("The project file is broken."));
    await expect(projects("/srv/shop", undefined)).rejects.toThrow("broken");
    fail();
    expect((await projects("/srv/shop", undefined)).project).toBe("file:///srv/shop");
  });

  it("is the one that the hook was given, with what the folder says otherwise", async () => {
    const { projects } = looking();
    expect(await projects("/srv/shop", "depot")).toEqual({
      project: "depot",
      source: "setting",
      dueDays: 7,
      dynamicExposure: true,
      hooks: { off: ["stop"] },
    });
    await expect(projects("/srv/shop", "")).rejects.toThrow();
  });
});
