import { McpServer, type McpServerFactory } from "@modelcontextprotocol/server";
import { z } from "zod";

/** Lets a test observe and control the handlers in this process. */
export interface Fixture {
  readonly factory: McpServerFactory;
  /** Eras of the server instances made so far. */
  readonly made: readonly string[];
  /** Keys of the `hold` calls that are running. */
  readonly holding: ReadonlySet<string>;
  /** Keys of the `hold` calls whose signal was aborted. */
  readonly aborted: ReadonlySet<string>;
  release(key: string): void;
}

const text = (value: string) => ({ content: [{ type: "text" as const, text: value }] });

/** A small server with one tool per behaviour that the transport has to carry. */
export function fixture(): Fixture {
  const made: string[] = [];
  const released = new Map<string, () => void>();
  const holding = new Set<string>();
  const aborted = new Set<string>();

  function release(key: string): void {
    released.get(key)?.();
  }

  function build(): McpServer {
    const server = new McpServer({ name: "fixture", version: "0.0.0" });

    server.registerTool(
      "echo",
      { description: "Returns its text", inputSchema: z.strictObject({ text: z.string() }) },
      async (input) => text(input.text),
    );
    server.registerTool(
      "hold",
      {
        description: "Ends when released or cancelled, and reports progress then",
        inputSchema: z.strictObject({ key: z.string() }),
      },
      async ({ key }, ctx) => {
        const { signal, notify, _meta: meta } = ctx.mcpReq;
        holding.add(key);
        await new Promise<void>((resolve) => {
          const abort = () => {
            if (holding.has(key)) aborted.add(key);
            resolve();
          };
          released.set(key, resolve);
          signal.addEventListener("abort", abort);
          if (signal.aborted) abort();
        });
        holding.delete(key);
        const progressToken = meta?.progressToken;
        if (progressToken !== undefined) {
          await notify({ method: "notifications/progress", params: { progressToken, progress: 1 } });
        }
        return text(`released ${key}`);
      },
    );
    server.registerTool(
      "release",
      { description: "Ends a hold", inputSchema: z.strictObject({ key: z.string() }) },
      async ({ key }) => {
        release(key);
        return text(`releasing ${key}`);
      },
    );
    server.registerTool(
      "delay",
      { description: "Ends after a while", inputSchema: z.strictObject({ ms: z.number() }) },
      async ({ ms }) => {
        await new Promise((resolve) => setTimeout(resolve, ms));
        return text("done");
      },
    );
    server.registerTool("count", { description: "Reports progress three times" }, async (ctx) => {
      const { _meta: meta, notify } = ctx.mcpReq;
      const progressToken = meta?.progressToken;
      for (const progress of [1, 2, 3]) {
        if (progressToken === undefined) break;
        await notify({ method: "notifications/progress", params: { progressToken, progress, total: 3 } });
      }
      return text("counted");
    });
    server.registerTool("ask", { description: "Asks the person" }, async (ctx) => {
      const answer = await ctx.mcpReq.elicitInput({
        message: "Sure?",
        requestedSchema: { type: "object", properties: { sure: { type: "boolean" } } },
      });
      return text(`answer: ${answer.action}`);
    });
    server.registerTool("memory", { description: "Resident bytes" }, async () =>
      text(String(process.memoryUsage.rss())),
    );
    server.registerTool("change", { description: "Changes the tool list" }, async () => {
      server.sendToolListChanged();
      return text("changed");
    });
    server.registerResource("broken", "fixture://broken", {}, () => {
      throw new Error("SQLITE_CORRUPT: database disk image is malformed at /var/lib/fixture.db");
    });
    server.registerResource("unwritable", "fixture://unwritable", {}, () => ({
      contents: [{ uri: "fixture://unwritable", text: "x", _meta: { size: 1n } }],
    }));
    return server;
  }

  return {
    factory: ({ era }) => {
      made.push(era);
      return build();
    },
    made,
    holding,
    aborted,
    release,
  };
}
