import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { text } from "node:stream/consumers";
import { pathToFileURL } from "node:url";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { expect, it, onTestFinished } from "vitest";
import { environmentOfPerson } from "../support/command-line.ts";
import { workplace } from "../support/project-files.ts";
import { MEMBRIA } from "../support/stdio-client.ts";

/** As `npm start` runs it: in a repository that has nothing to do with the work of its clients. */
async function serve(cwd: string, env: Readonly<Record<string, string>>) {
  const child = spawn(process.execPath, [MEMBRIA, "mcp", "start", "--port", "0"], {
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...environmentOfPerson(), ...env, MEMBRIA_LOG_LEVEL: "info" },
    cwd,
  });
  onTestFinished(() => void child.kill());
  const said = text(child.stderr);
  const [line] = await once(createInterface({ input: child.stdout }), "line");
  return {
    url: /http:\S+/.exec(String(line))?.[0] ?? "",
    /** Ends it, and returns what it wrote to its terminal. */
    async stop(): Promise<string> {
      child.kill("SIGTERM");
      return said;
    },
  };
}

it("with one key, each client writes to the project of its header or folder, and the replies and the terminal say which", async () => {
  const place = await workplace();
  const program = await place.clone("membria", "https://github.com/membria/membria.git");
  const shop = await place.clone("shop", "git@github.com:acme/shop.git");
  const { key } = await place.json(program, ["keys", "create", "--name", "first"]);
  const { url, stop } = await serve(program, place.env);

  async function capture(statement: string, folder?: string, headers: Record<string, string> = {}) {
    const client = new Client(
      { name: "claude-code", version: "2.1" },
      { versionNegotiation: { mode: "legacy" }, capabilities: folder === undefined ? {} : { roots: {} } },
    );
    if (folder !== undefined)
      client.setRequestHandler("roots/list", () => ({ roots: [{ uri: pathToFileURL(folder).href }] }));
    const requestInit = { headers: { Authorization: `Bearer ${key}`, ...headers } };
    await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit }));
    const args = { statement, alternatives: ["Wait"], confidence: 0.8 };
    const { structuredContent } = await client.callTool({
      name: "membria_capture_decision",
      arguments: args,
    });
    await client.close();
    return structuredContent as { project: string; notices?: string[] };
  }

  const inFolder = await capture("Keep carts in PostgreSQL", shop);
  expect(inFolder.project).toBe("github.com/acme/shop");
  expect(inFolder.notices?.join()).toContain('The project "github.com/acme/shop" is used');
  expect((await capture("Keep boxes in PostgreSQL", shop, { "Membria-Project": "depot" })).project).toBe(
    "depot",
  );
  const nowhere = await capture("Keep notes in PostgreSQL");
  expect(nowhere.project).toBe("default");
  expect(nowhere.notices?.join()).toContain("Send the header Membria-Project");

  const terminal = await stop();
  for (const project of ["github.com/acme/shop", "depot", "default"])
    expect(terminal.split(`uses the project \\"${project}\\", because`)).toHaveLength(2);
  const { decisions } = await place.json(program, ["list", "--project", "all"]);
  expect((decisions as { project: string }[]).map(({ project }) => project)).toEqual([
    "default",
    "depot",
    "github.com/acme/shop",
  ]);
});
