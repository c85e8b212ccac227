import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { connect, createServer, type Socket } from "node:net";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import type { RunningServer } from "../../src/hooks/sockets/running-servers.ts";
import type { HookPlace } from "./hook-program.ts";
import type { HookServer } from "./hook-servers.ts";

/** What becomes of the lines that hooks and a server say to each other. */
export interface Between {
  /** Of an answer of the server, before it is passed on. One that never resolves keeps it back. */
  answer: () => Promise<unknown>;
  /** Whether what a hook says after its request is lost. */
  losesReceipts: boolean;
}

/** Where a server listens, as it wrote it down. */
export const socketOf = ({ home }: HookPlace, { pid }: HookServer): string =>
  (JSON.parse(readFileSync(join(home, "run", `server-${pid}.json`), "utf8")) as RunningServer).socket;

/** Stands between the hooks of a place and its server. At first it passes everything on. */
export async function standBetween(place: HookPlace, server: HookServer): Promise<Between> {
  const between: Between = { answer: async () => {}, losesReceipts: false };
  const [behind, socket] = [socketOf(place, server), join(place.home, "run", "between.sock")];
  const own = createServer((hook) => {
    const upstream = connect(behind);
    let isAsked = false;
    follow(hook, upstream, async (data) => {
      if (!isAsked || !between.losesReceipts) upstream.write(data);
      isAsked ||= data.includes(10);
    });
    follow(upstream, hook, async (data) => {
      await between.answer();
      hook.write(data);
    });
  });
  await new Promise<void>((resolve) => own.listen(socket, resolve));
  onTestFinished(() => void own.close());
  rmSync(join(place.home, "run", `server-${server.pid}.json`));
  const entry: RunningServer = {
    pid: process.pid,
    socket,
    memory: place.memory,
    folder: place.work,
    startedAt: Date.now(),
  };
  writeFileSync(join(place.home, "run", `server-${process.pid}.json`), JSON.stringify(entry));
  return between;
}

/** Passes on what comes, and that there is no more. */
function follow(from: Socket, to: Socket, pass: (data: Buffer) => Promise<unknown>): void {
  let passed: Promise<unknown> = Promise.resolve();
  from.on("error", () => {});
  from.on("data", (data: Buffer) => {
    passed = passed.then(() => pass(data));
  });
  from.on("close", () => void passed.then(() => to.end()));
}
