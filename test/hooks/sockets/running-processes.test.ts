import { spawn } from "node:child_process";
import { once } from "node:events";
import { describe, expect, it } from "vitest";
import { runningProcesses } from "../../../src/shared/files/running-processes.ts";

const { own, hasEnded } = runningProcesses;
const [host = "", pid = "", random = ""] = own.split("-");

describe("A process", () => {
  it("has not ended while it runs, be it this one or another", () => {
    expect(hasEnded(own)).toBe(false);
    expect(hasEnded([host, process.ppid, random].join("-"))).toBe(false);
  });

  it("has ended after its exit", async () => {
    const child = spawn(process.execPath, ["-e", ""]);
    await once(child, "exit");
    expect(hasEnded([host, child.pid, random].join("-"))).toBe(true);
  });

  it("has ended if this one has got its id", () => {
    const other = random.replace(/^./, (digit) => (digit === "0" ? "1" : "0"));
    expect(hasEnded([host, pid, other].join("-"))).toBe(true);
  });

  it("on another machine, or with a name of another kind, is not known to have ended", () => {
    const elsewhere = host.replace(/^./, (digit) => (digit === "0" ? "1" : "0"));
    expect(hasEnded([elsewhere, pid, random].join("-"))).toBe(false);
    expect(hasEnded("")).toBe(false);
    expect(hasEnded("somebody")).toBe(false);
  });
});
