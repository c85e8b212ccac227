import { pathToFileURL } from "node:url";
import { Client } from "@modelcontextprotocol/client";
import { getDefaultEnvironment, StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { describe, expect, it } from "vitest";
import type { RestartData } from "../../src/tools/mama-family/checkpoint-tools.ts";
import { runProgram } from "../support/command-line.ts";
import { gitRepository, WITH_GIT } from "../support/git.ts";
import { folderOfTest } from "../support/memory.ts";
import { PATIENT } from "../support/patient.ts";
import { MEMBRIA } from "../support/stdio-client.ts";

const SESSION = {
  summary: [
    "# 🎯 Goal & Progress\n- Goal: finish the cart",
    "# ✅ Evidence\n- `src/cart.ts` status: Verified\n- `docs/cart.md` status: Assumed",
    "# ⏳ Unfinished & Risks\n- Totals are rounded twice",
  ].join("\n"),
  open_files: ["src/cart.ts", "src/order.ts"],
  next_steps: "DoD: totals are right. Start with npm test cart.",
};

interface Place {
  readonly home: string;
  readonly cwd: string;
  /** What the client offers as its root. */
  readonly root?: string;
  readonly env?: Record<string, string>;
}

/** One session of a client with a server in a process of its own, which is gone afterwards. */
async function session<T>(place: Place, work: (call: Call) => Promise<T>): Promise<T> {
  const { root } = place;
  const client = new Client(
    { name: "test-client", version: "1.0" },
    { capabilities: root === undefined ? {} : { roots: {} } },
  );
  if (root !== undefined) {
    client.setRequestHandler("roots/list", () => ({ roots: [{ uri: pathToFileURL(root).href }] }));
  }
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [MEMBRIA, "mcp", "serve"],
      cwd: place.cwd,
      env: {
        ...getDefaultEnvironment(),
        ...PATIENT,
        MEMBRIA_HOME: place.home,
        MEMBRIA_EMBEDDING: "off",
        MEMBRIA_LOG_LEVEL: "error",
        ...place.env,
      },
    }),
  );
  try {
    return await work(async (name, args = {}, meta) => {
      const result = await client.callTool({ name, arguments: args, ...(meta && { _meta: meta }) });
      expect(result.isError, JSON.stringify(result.content)).toBeFalsy();
      return (result.structuredContent as { data: unknown }).data as never;
    });
  } finally {
    await client.close();
  }
}
type Call = <T>(name: string, args?: Record<string, unknown>, meta?: Record<string, unknown>) => Promise<T>;

describe("a session that ends in one process and continues in another", WITH_GIT, () => {
  it("carries over with what happened in between, wherever the second server was started", async () => {
    const { path: home } = await folderOfTest();
    const { path: elsewhere } = await folderOfTest();
    const repository = await gitRepository();
    const past = new Date(Date.now() - 60_000);
    for (const path of ["src/cart.ts", "src/order.ts"]) await repository.write(path, "1", past);
    repository.commit("Begin", past);

    const saved = await session({ home, cwd: repository.root }, (call) =>
      call<{ checkpoint_id: string; project: string }>("save_checkpoint", SESSION),
    );
    await repository.write("src/cart.ts", "2");
    const commit = repository.commit("Round once", new Date());
    await runProgram(["decide", "Round totals once, at the end", "--confidence", "0.8"], {
      cwd: repository.root,
      env: { MEMBRIA_HOME: home, MEMBRIA_EMBEDDING: "off" },
    });

    const place = { home, cwd: elsewhere, root: repository.root };
    const { restart, named, metrics } = await session(place, async (call) => ({
      restart: await call<RestartData>("memory_load_checkpoint"),
      named: await call<RestartData>("load/checkpoint", {}, { "membria/project": saved.project }),
      metrics: await call<Record<string, unknown>>("get_restart_metrics"),
    }));
    expect(restart).toMatchObject({ ...SESSION, ...saved, author: "agent" });
    expect(restart.changed_since).toMatchObject({
      decisions: { total: 1, items: [{ decision: "Round totals once, at the end" }] },
      repository: {
        head: commit,
        commits: { total: 1, items: [{ id: commit, subject: "Round once" }] },
        open_files: [{ path: "src/cart.ts", change: "changed", commit }],
      },
    });
    expect(restart.may_no_longer_hold).toMatchObject([{ files: ["src/cart.ts"] }]);
    expect(named).toEqual(restart);
    expect(metrics).toMatchObject({ attempts: 2, successes: 2, meets_target: true });
  });

  it("does not use its repository for another project", async () => {
    const { path: home } = await folderOfTest();
    const repository = await gitRepository();
    await repository.write("src/cart.ts", "1");
    const head = repository.commit("Begin", new Date());
    const other = { "membria/project": "depot" };
    const place = { home, cwd: repository.root };
    const restarts = await session(place, async (call) => {
      await call("save_checkpoint", SESSION, other);
      return call<RestartData>("load_checkpoint", {}, other);
    });
    expect(restarts).toMatchObject({ project: "depot", changed_since: { repository: null } });
    const set = await session({ ...place, env: { MEMBRIA_PROJECT: "depot" } }, (call) =>
      call<RestartData>("load_checkpoint"),
    );
    expect(set).toMatchObject({ project: "depot", changed_since: { repository: { head } } });
  });

  it("counts a restart after which the session ended at once", async () => {
    const { path: home } = await folderOfTest();
    const place = { home, cwd: home };
    await session(place, async (call) => {
      await call("save_checkpoint", SESSION);
      await call("load_checkpoint");
    });
    const metrics = await session(place, (call) => call<Record<string, unknown>>("get_restart_metrics"));
    expect(metrics).toMatchObject({ attempts: 1 });
  });
});
