import { UNLIMITED } from "../../src/mcp/calls/limits.ts";
import { createRequestLogs } from "../../src/mcp/messages/request-logs.ts";
import { mcpServer, type ServerSettings } from "../../src/mcp/server.ts";
import type { TestMemory } from "../support/memory.ts";

/** Options that differ from the defaults. */
export interface LegacySettings {
  readonly exposure?: Partial<ServerSettings["exposure"]> | undefined;
  readonly connection?: Partial<ServerSettings["connection"]> | undefined;
}

/** A server for a client of 2025, whose calls are an agent's in the project shop. */
export const legacyServer = (memory: TestMemory, { exposure, connection }: LegacySettings = {}) =>
  mcpServer(memory, {
    version: "1.2.3",
    exposure: { profile: "core", toolNames: "portable", readOnly: false, ...exposure },
    connection: {
      role: "agent",
      dueDays: 30,
      limits: UNLIMITED,
      requests: createRequestLogs(memory.log, memory.entropy),
      project: async () => ({ project: "shop", dueDays: 30 }),
      ...connection,
    },
  })({ era: "legacy" });
