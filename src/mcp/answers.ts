export { findPrompt, PROMPTS } from "../prompts/inventory.ts";
export {
  describeResource,
  findTemplate,
  listResources,
  resourcesFor,
  templateOf,
} from "../resources/inventory.ts";
export { allowedTools, describeTool, exposedTools, findTool, listedTools } from "../tools/inventory.ts";
export { callTool } from "./calls/call-tool.ts";
export { addressOf, readResource } from "./lists/read-resource.ts";
