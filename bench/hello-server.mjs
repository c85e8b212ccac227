import { McpServer } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import * as z from "zod";

// The minimal server of the SDK's front page.
serveStdio(() => {
  const server = new McpServer({ name: "hello", version: "1.0.0" });
  server.registerTool(
    "hello",
    { description: "Says hello", inputSchema: z.object({ name: z.string() }) },
    ({ name }) => ({ content: [{ type: "text", text: `Hello, ${name}` }] }),
  );
  return server;
});
