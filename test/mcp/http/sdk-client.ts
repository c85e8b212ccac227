import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { onTestFinished } from "vitest";
import type { TestHttp } from "./open-http.ts";

export const REVISIONS = ["2025-11-25", "2026-07-28"] as const;
export type Revision = (typeof REVISIONS)[number];

export interface ClientSetup {
  readonly path?: string;
  /** What it calls itself. */
  readonly client?: string;
  /** The header that names the project; left out when it is null. */
  readonly project?: string | null;
  /** What the person answers; nobody can be asked unless it is given. */
  readonly answer?: boolean;
}

/** The SDK's own client, which is not ours, and the way to end its session. */
export async function connect(
  http: TestHttp,
  revision: Revision,
  token: string,
  { path = "/mcp", client: name = "claude-code", project = "shop", answer }: ClientSetup = {},
): Promise<{ client: Client; endSession: () => Promise<void> }> {
  const client = new Client(
    { name, version: "2.1.325" },
    {
      versionNegotiation: revision === "2026-07-28" ? { mode: { pin: revision } } : { mode: "legacy" },
      capabilities: answer === undefined ? {} : { elicitation: {} },
    },
  );
  if (answer !== undefined) {
    const reply = { action: "accept" as const, content: { confirm: answer } };
    client.setRequestHandler("elicitation/create", () => reply);
  }
  const transport = new StreamableHTTPClientTransport(new URL(`${http.url}${path}`), {
    requestInit: {
      headers: { Authorization: `Bearer ${token}`, ...(project !== null && { "Membria-Project": project }) },
    },
  });
  await client.connect(transport);
  onTestFinished(() => client.close());
  return { client, endSession: () => transport.terminateSession() };
}
