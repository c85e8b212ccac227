export { findPrompt, PROMPTS } from "../prompts/inventory.ts";
export { describeResource, findTemplate, resourcesFor, templateOf } from "../resources/inventory.ts";
export { listResources } from "../resources/listing.ts";
export { allowedTools } from "../tools/context-tools.ts";
export { describeTool, exposedTools, findTool, listedTools } from "../tools/inventory.ts";
export { callTool } from "./calls/call-tool.ts";
export { readResource } from "./lists/read-resource.ts";
export { addressOf } from "./lists/resource-address.ts";
