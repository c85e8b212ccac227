import { randomBytes } from "node:crypto";
import type { Entropy } from "../../domain/ports.ts";

export const systemEntropy: Entropy = { bytes: (count) => randomBytes(count) };
