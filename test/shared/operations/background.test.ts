import { describe, expect, it } from "vitest";
import { background } from "../../../src/shared/operations/background.ts";
import { systemLoop } from "../../../src/shared/system/system.ts";
import { recordingLog } from "../../mcp/stdio/connection.ts";
import { eventually } from "../../support/eventually.ts";
import { silentLog } from "../../support/silent-log.ts";

describe("the background", () => {
  it("is idle only when all its tasks are done, including those started by tasks", async () => {
    const { log } = recordingLog();
    const tasks = background(log, systemLoop);
    const done: string[] = [];
    tasks.start("First", async () => {
      await new Promise((resolve) => setImmediate(resolve));
      tasks.start("Second", async () => void done.push("second"));
      done.push("first");
    });
    expect(done).toEqual([]);
    await tasks.idle();
    expect(done).toEqual(["first", "second"]);
    await tasks.idle();
  });

  it("starts delayed work after its delay", async () => {
    let done = false;
    background(silentLog, systemLoop).later("Later", 1, async () => {
      done = true;
    });
    expect(done).toBe(false);
    await eventually(() => expect(done).toBe(true));
  });

  it("starts delayed work at once, and only once, when somebody waits for it", async () => {
    const tasks = background(silentLog, systemLoop);
    const done: string[] = [];
    const AN_HOUR = 3_600_000;
    tasks.later("Later", AN_HOUR, async () => {
      done.push("later");
      tasks.later("Last", AN_HOUR, async () => void done.push("last"));
    });
    await tasks.idle();
    expect(done).toEqual(["later", "last"]);
    await tasks.idle();
    expect(done).toHaveLength(2);
  });

  it("leaves out work about the same that waits already, and not such that has begun", async () => {
    const tasks = background(silentLog, systemLoop);
    const done: string[] = [];
    const review = (project: string): void =>
      tasks.start(
        "Review",
        async () => {
          done.push(project);
          if (done.length === 1) review(project);
        },
        { about: project },
      );
    review("shop");
    review("shop");
    review("blog");
    await tasks.idle();
    expect(done).toEqual(["shop", "blog", "shop"]);
  });

  it("runs what is in one queue one after the other, also after a failure", async () => {
    const { log } = recordingLog();
    const tasks = background(log, systemLoop);
    const done: string[] = [];
    const later = () => new Promise((resolve) => setImmediate(resolve));
    const learn = (name: string, work: () => Promise<unknown>): void =>
      tasks.start(
        "Learning",
        async () => {
          done.push(`${name} begins`);
          await later();
          await work();
          done.push(`${name} ends`);
        },
        { queue: "learning" },
      );
    learn("a", () => Promise.reject(new Error("gone")));
    learn("b", later);
    learn("c", later);
    await tasks.idle();
    expect(done).toEqual(["a begins", "b begins", "b ends", "c begins", "c ends"]);
  });
});
