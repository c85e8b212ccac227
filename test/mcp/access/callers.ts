import { PassThrough } from "node:stream";
import { expect, onTestFinished } from "vitest";
import { createRequestLogs } from "../../../src/mcp/messages/request-logs.ts";
import { mcpServer } from "../../../src/mcp/server.ts";
import { serveOverStdio, stdioFacts } from "../../../src/mcp/stdio/serve.ts";
import type { TestMemory } from "../../support/memory.ts";
import { type HttpSetup, modernHeaders, openHttp } from "../http/open-http.ts";
import { messageQueue } from "../stdio/connection.ts";
import { INITIALIZED, MODERN_META, modern, request, type WireMessage } from "../stdio/messages.ts";
import { SHOP } from "./two-projects.ts";

/** The person of the settings, and of the key. */
export const PERSON = "Ada Byron";
const VERSION = "9.9";
const EXPOSURE = { profile: "full", toolNames: "portable", readOnly: false } as const;

/** A client of the project shop that calls itself by any name. */
export interface Caller {
  /** What the audit log must have of it besides its name. */
  readonly facts: { readonly person?: string; readonly key?: string };
  /** What it is called if it has no name. */
  readonly unnamed: string;
  ask(message: WireMessage): Promise<WireMessage>;
}

export type OpenCaller = (memory: TestMemory, name: string) => Promise<Caller>;

/** The message in revision 2026-07-28, in which every request names its client. */
const named = ({ method = "", params }: WireMessage, name: string): WireMessage =>
  modern(1, method, params, {
    ...MODERN_META,
    "io.modelcontextprotocol/clientInfo": { name, version: VERSION },
  });

const overHttp =
  (setup: HttpSetup, withKey: boolean): OpenCaller =>
  async (memory, name) => {
    const http = await openHttp({ memory, project: SHOP, exposure: EXPOSURE, ...setup });
    const key = withKey
      ? await http.key({ name: PERSON, role: "admin", project: SHOP, mayConsent: true })
      : undefined;
    const token = key?.token ?? setup.authToken;
    return {
      unnamed: setup.authToken === undefined ? "unknown" : "MEMBRIA_AUTH_TOKEN",
      facts: {
        ...(key && { key: key.id, person: PERSON }),
        ...(!key && setup.person !== undefined && { person: setup.person }),
      },
      async ask(message) {
        const sent = named(message, name);
        const response = await http.post(sent, { ...(token && { token }), headers: modernHeaders(sent) });
        const text = await response.text();
        return JSON.parse(/^data: (\{.*\})$/m.exec(text)?.[1] ?? text) as WireMessage;
      },
    };
  };

const overStdio =
  (era: "2025-11-25" | "2026-07-28"): OpenCaller =>
  async (memory, name) => {
    const [input, output, queue] = [new PassThrough(), new PassThrough(), messageQueue()];
    output.on("data", (chunk: Buffer) => queue.take(chunk));
    const factory = mcpServer(memory, {
      version: "1.2.3",
      exposure: EXPOSURE,
      connection: {
        role: "admin",
        dueDays: 30,
        project: async () => ({ project: SHOP, dueDays: 30 }),
        person: async () => PERSON,
        ...stdioFacts(memory, "off"),
      },
    });
    const connection = serveOverStdio(factory, {
      input,
      output,
      log: memory.log,
      requests: createRequestLogs(memory.log, memory.entropy),
    });
    onTestFinished(async () => {
      input.end();
      await connection.closed;
    });
    const send = (message: WireMessage) => void input.write(`${JSON.stringify(message)}\n`);
    if (era === "2025-11-25") {
      const clientInfo = { name, version: VERSION };
      send(request(0, "initialize", { protocolVersion: era, capabilities: {}, clientInfo }));
      expect(await queue.next()).toHaveProperty("result");
      send(INITIALIZED);
    }
    return {
      unnamed: "unknown",
      facts: { person: PERSON },
      ask(message) {
        send(era === "2025-11-25" ? message : named(message, name));
        return queue.next();
      },
    };
  };

export const CALLERS: Readonly<Record<string, OpenCaller>> = {
  "stdio, 2025-11-25": overStdio("2025-11-25"),
  "stdio, 2026-07-28": overStdio("2026-07-28"),
  "HTTP with a key": overHttp({ person: "Somebody Else" }, true),
  "HTTP with the shared token": overHttp({ authToken: "a-token-for-everybody", person: PERSON }, false),
  "HTTP without keys": overHttp({ withoutKeys: "admin" }, false),
};

/** The client of an entry, as the log has it. */
export const clientNamed = (name: string): string => `${name}/${VERSION}`;
