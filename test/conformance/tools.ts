import { setTimeout as pause } from "node:timers/promises";
import { type CallToolResult, MissingRequiredClientCapabilityError } from "@modelcontextprotocol/server";
import { ASKING_TOOLS } from "./asking-tools.ts";
import { capabilitiesOf, type FixtureCall, type FixtureTool, text } from "./fixture-tool.ts";
import { PNG, WAV } from "./media.ts";

const image = { type: "image" as const, data: PNG, mimeType: "image/png" };
const TICK_MS = 20;

/** What the conformance suites want to call, by the names that they have for it. */
export const TOOLS: Readonly<Record<string, FixtureTool>> = {
  test_simple_text: {
    description: "Answers with a text",
    call: async () => text("This is a simple text response for testing."),
  },
  test_image_content: { description: "Answers with a picture", call: async () => ({ content: [image] }) },
  test_audio_content: {
    description: "Answers with a sound",
    call: async () => ({ content: [{ type: "audio", data: WAV, mimeType: "audio/wav" }] }),
  },
  test_embedded_resource: {
    description: "Answers with a resource",
    call: async () => ({
      content: [embedded("test://embedded-resource", "text/plain", "This is an embedded resource content.")],
    }),
  },
  test_multiple_content_types: {
    description: "Answers with a text, a picture and a resource",
    call: async () => ({
      content: [
        { type: "text", text: "Multiple content types test:" },
        image,
        embedded(
          "test://mixed-content-resource",
          "application/json",
          JSON.stringify({ test: "data", value: 123 }),
        ),
      ],
    }),
  },
  test_error_handling: {
    description: "Always fails",
    call: async () => ({ ...text("This tool intentionally returns an error for testing"), isError: true }),
  },
  test_tool_with_progress: {
    description: "Reports progress",
    async call({ context: { mcpReq } }) {
      const progressToken = mcpReq._meta?.progressToken;
      for (const progress of [0, 50, 100]) {
        if (progressToken !== undefined) {
          const params = { progressToken, progress, total: 100 };
          await mcpReq.notify({ method: "notifications/progress", params });
        }
        await pause(TICK_MS);
      }
      return text("Done");
    },
  },
  test_tool_with_logging: { description: "Logs on its way", call: logging },
  test_logging_tool: { description: "Logs on its way", call: logging },
  json_schema_2020_12_tool: {
    description: "Tool with JSON Schema 2020-12 features",
    inputSchema: {
      $schema: "https://json-schema.org/draft/2020-12/schema",
      type: "object",
      $defs: {
        address: {
          $anchor: "addressDef",
          type: "object",
          properties: { street: { type: "string" }, city: { type: "string" } },
        },
      },
      properties: {
        name: { type: "string" },
        address: { $ref: "#/$defs/address" },
        contactMethod: { type: "string", enum: ["phone", "email"] },
        phone: { type: "string" },
        email: { type: "string" },
      },
      allOf: [{ anyOf: [{ required: ["phone"] }, { required: ["email"] }] }],
      if: { properties: { contactMethod: { const: "phone" } }, required: ["contactMethod"] },
      // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema.
      then: { required: ["phone"] },
      else: { required: ["email"] },
      additionalProperties: false,
    },
    call: async () => text("Done"),
  },
  test_header_parameter: {
    description: "Takes a parameter that a header repeats",
    inputSchema: {
      type: "object",
      properties: { region: { type: "string", "x-mcp-header": "Region" } },
      required: ["region"],
    },
    call: async ({ args }) => text(String(args["region"])),
  },
  test_missing_capability: {
    description: "Needs a client that samples",
    async call(call) {
      if (capabilitiesOf(call).sampling) return text("Done");
      throw new MissingRequiredClientCapabilityError({ requiredCapabilities: { sampling: {} } });
    },
  },
  ...ASKING_TOOLS,
};

async function logging({ context: { mcpReq } }: FixtureCall): Promise<CallToolResult> {
  for (const data of ["Tool execution started", "Tool processing data", "Tool execution completed"]) {
    await mcpReq.log("info", data);
    await pause(TICK_MS);
  }
  return text("Done");
}

function embedded(uri: string, mimeType: string, content: string) {
  return { type: "resource" as const, resource: { uri, mimeType, text: content } };
}
