import type { Entropy } from "./ports.ts";

/** A random UUID (RFC 9562, version 4). */
export function randomUuid(entropy: Entropy): string {
  const bytes = Uint8Array.from(entropy.bytes(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return [0, 8, 12, 16, 20].map((at, part) => hex.slice(at, [8, 12, 16, 20, 32][part])).join("-");
}
