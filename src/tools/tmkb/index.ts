import type { Tool } from "../tool.ts";
import { queryTool } from "./query.ts";

export const tmkb: readonly Tool[] = [queryTool];
