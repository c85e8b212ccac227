import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { describe, expect, it } from "vitest";
import { environmentOfPerson } from "../support/command-line.ts";
import { folderOfTest } from "../support/memory.ts";
import { MEMBRIA } from "../support/stdio-client.ts";

/** Runs the program while nobody reads one of its outputs, and returns what it wrote to the other. */
async function unread(closed: "stdout" | "stderr", ...argv: string[]) {
  const folder = await folderOfTest();
  const child = spawn(process.execPath, [MEMBRIA, ...argv], {
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...environmentOfPerson(), MEMBRIA_HOME: folder.path },
  });
  const open = closed === "stdout" ? child.stderr : child.stdout;
  child[closed].destroy();
  const [written, [code]] = await Promise.all([text(open), once(child, "close")]);
  return { code, written };
}

describe("output that nobody reads", () => {
  it.each([[["help"]], [["list"]], [["list", "--json"]]])("ends membria %j quietly", async (argv) => {
    expect(await unread("stdout", ...argv)).toEqual({ code: 0, written: "" });
  });

  it("does not change the exit code of a refusal", async () => {
    expect(await unread("stderr", "decied")).toEqual({ code: 2, written: "" });
    expect(await unread("stderr", "show", "dec_missing")).toEqual({ code: 3, written: "" });
  });
});
