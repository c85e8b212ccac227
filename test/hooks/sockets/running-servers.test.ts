import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import {
  announceServer,
  type RunningServer,
  serversFolder,
  serversOf,
} from "../../../src/hooks/sockets/running-servers.ts";
import { folderOfTest } from "../../support/memory.ts";

const MEMORY = "/home/x/.membria/membria.db";
const server = (fields: Partial<RunningServer> = {}): RunningServer => ({
  pid: process.pid,
  socket: "/home/x/.membria/run/1.sock",
  memory: MEMORY,
  folder: "/srv/shop",
  startedAt: 1,
  ...fields,
});

/** The id of a process that has ended. */
async function deadPid(): Promise<number> {
  const child = spawn(process.execPath, ["-e", ""]);
  await once(child, "close");
  return child.pid ?? 0;
}

describe("Running servers", () => {
  it("are found from when they write down where they listen until they withdraw it", async () => {
    const folder = serversFolder((await folderOfTest()).path);
    expect(serversOf(folder, MEMORY, undefined)).toEqual([]);
    const withdraw = announceServer(folder, server());
    expect(serversOf(folder, MEMORY, undefined)).toEqual([server()]);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    expect(statSync(join(folder, `server-${process.pid}.json`)).mode & 0o777).toBe(0o600);
    withdraw();
    withdraw();
    expect(readdirSync(folder)).toEqual([]);
  });

  it("are those of the memory, that of the folder first and then the latest", async () => {
    const folder = (await folderOfTest()).path;
    // Processes that run, and are not ours to end.
    const pids = [process.pid, process.ppid, 1];
    const announced = [
      server({ startedAt: 1 }),
      server({ startedAt: 3, folder: "/srv/depot" }),
      server({ startedAt: 2, folder: "/srv/depot" }),
    ].map((one, i) => ({ ...one, pid: pids[i] as number }));
    for (const one of announced) announceServer(folder, one);
    const found = (workFolder: string | undefined) =>
      serversOf(folder, MEMORY, workFolder).map(({ startedAt }) => startedAt);
    expect(found(undefined)).toEqual([3, 2, 1]);
    expect(found("/srv/shop")).toEqual([1, 3, 2]);
    expect(serversOf(folder, "/elsewhere.db", undefined)).toEqual([]);
    expect(readdirSync(folder)).toHaveLength(3);
  });

  it("that were killed are forgotten, with their sockets, whatever memory they had", async () => {
    const folder = (await folderOfTest()).path;
    const socket = join(folder, "9.sock");
    writeFileSync(socket, "");
    announceServer(folder, server({ pid: await deadPid(), socket, memory: "/elsewhere.db" }));
    expect(serversOf(folder, MEMORY, undefined)).toEqual([]);
    expect(existsSync(socket)).toBe(false);
    expect(readdirSync(folder)).toEqual([]);
  });

  it("that have just started keep an entry of which only a part is written, and killed ones do not", async () => {
    const folder = (await folderOfTest()).path;
    const half = JSON.stringify(server()).slice(0, 20);
    const [own, dead] = [`server-${process.pid}.json`, `server-${await deadPid()}.json`];
    for (const name of [own, dead]) writeFileSync(join(folder, name), half);
    expect(serversOf(folder, MEMORY, undefined)).toEqual([]);
    expect(readdirSync(folder)).toEqual([own]);
    writeFileSync(join(folder, own), JSON.stringify(server()));
    expect(serversOf(folder, MEMORY, undefined)).toEqual([server()]);
  });

  it("are not what is half written or of somebody else", async () => {
    const folder = (await folderOfTest()).path;
    for (const text of ["", "{", "null", "7", '{"pid":"1"}', "[]"]) {
      writeFileSync(join(folder, "server-1.json"), text);
      expect(serversOf(folder, MEMORY, undefined), text).toEqual([]);
    }
    writeFileSync(join(folder, "notes.json"), JSON.stringify(server()));
    expect(serversOf(folder, MEMORY, undefined)).toEqual([]);
    expect(existsSync(join(folder, "notes.json"))).toBe(true);
  });
});
