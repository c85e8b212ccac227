import { describe, expect, it } from "vitest";
import { readFiles, writeFiles } from "../support/adr-files.ts";
import { runProgram } from "../support/command-line.ts";
import { folderOfTest } from "../support/memory.ts";

const FILE = "0001-use-redis-for-sessions.md";

/** A memory with one decision that is in a folder, and the program as a person starts it. */
async function begun() {
  const place = await folderOfTest();
  const env = { MEMBRIA_HOME: place.file("home"), MEMBRIA_PROJECT: "shop", MEMBRIA_LOG_LEVEL: "error" };
  const run = (...argv: string[]) => runProgram(argv, { env });
  const folder = place.file("adr");
  const decided = await run(
    ...["decide", "Use Redis for sessions", "--reasoning", "It is fast", "--confidence", "0.9", "--json"],
  );
  const { decision_id: id } = JSON.parse(decided.out) as { decision_id: string };
  expect(await run("export", "adr", folder, "--create")).toMatchObject({ code: 0 });
  const text = async () => {
    const { [FILE]: words = "" } = await readFiles(folder);
    return words;
  };
  const edit = async (before: string, after: string) => {
    expect(await text()).toContain(before);
    await writeFiles(folder, { [FILE]: (await text()).replace(before, after) });
  };
  const show = async () =>
    JSON.parse((await run("show", id, "--json")).out) as Readonly<Record<string, unknown>>;
  return { run, folder, id, text, edit, show };
}

describe("A folder of records that people work on", () => {
  it("brings edited words into the memory, which keeps the confidence and the outcome", async () => {
    const { run, folder, id, text, edit, show } = await begun();
    await run("outcome", id, "failure", "--lesson", "Sessions got lost");
    await edit("It is fast", "It is fast, and we know it");
    // Nobody gave this one a title.
    await writeFiles(folder, { "0002-log-to-files.md": "Status: accepted\n\nDisks are cheap.\n" });
    const { code, out } = await run("sync", "adr", folder);
    expect(code).toBe(0);
    expect(out).toContain("its words changed (reasoning), the earlier ones are kept");
    expect(out).toContain("new: Log to files");
    expect(await show()).toMatchObject({
      statement: "Use Redis for sessions",
      confidence: 0.9,
      status: "failed",
    });
    expect(await text()).toMatch(/^---\nstatus: accepted \(failed\)\n[\s\S]*\n\* Sessions got lost\n/);
    expect((await run("import", "adr", folder)).out).toContain("2 known");
    expect((await run("sync", "adr", `${folder}s`)).err).toContain(`There is no folder ${folder}s.`);
  });

  it("settles what was changed on both sides as it is told", async () => {
    const { run, folder, id, text, show } = await begun();
    const conflict = async (n: number) => {
      await run("edit", id, "--reasoning", `The memory says ${n}`);
      await writeFiles(folder, {
        [FILE]: (await text()).replace(/(Statement\n\n).*/, `$1The file says ${n}`),
      });
    };
    await conflict(1);
    const { code, out } = await run("sync", "adr", folder);
    expect(code).toBe(1);
    expect(out).toMatch(
      /reasoning\n +before +It is fast\n +file +The file says 1\n +memory +The memory says 1/,
    );
    expect(out.replace(/\s+/g, " ")).toContain("--prefer file, --prefer memory or --prefer newer");
    expect((await run("sync", "adr", folder, "--prefer", "file")).code).toBe(0);
    expect(JSON.stringify(await show())).toContain("The file says 1");
    await conflict(2);
    const preferred = await run("sync", "adr", folder, "--prefer", "memory");
    expect(preferred).toMatchObject({ code: 0 });
    expect(preferred.out).toContain("The file says 2");
    expect(await text()).toContain("The memory says 2");
    expect((await run("sync", "adr", folder)).out).toContain("1 in step, 0 brought in step, 0 in conflict.");
  });
});
