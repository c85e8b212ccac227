import { randomBytes } from "node:crypto";
import type { Entropy } from "../../domain/shared/ports.ts";

export const systemEntropy: Entropy = { bytes: (count) => randomBytes(count) };
