import type { ThreatFile } from "../src/threats/rules/threat-file.ts";

export function loadThreatFiles(folder?: string): Promise<readonly ThreatFile[]>;
export function threatsAsset(): Promise<string>;
export function threatIndexAsset(dist: string): Promise<string>;
export function antipatternIndexAsset(dist: string): Promise<string>;
