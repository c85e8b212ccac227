import { readFileSync } from "node:fs";
import { addDecision } from "../../src/decisions/sql/decisions.ts";
import { storeLink } from "../../src/decisions/sql/links.ts";
import { addOutcome, addSignal } from "../../src/decisions/sql/outcomes.ts";
import { openMemoryFile } from "../../src/memory/open-memory.ts";
import { eraseDecision } from "../../src/portability/sql/erase-memory.ts";
import { fillShop } from "../contract/filled-project.ts";
import { act, DAY, decision } from "./decisions.ts";
import { link } from "./links.ts";
import { outcome, signal } from "./outcomes.ts";
import { silentLog } from "./silent-log.ts";
import { temporaryFolder } from "./temporary-folder.ts";

export const PAGE = 4096;
const DECISIONS = 300;

let made: Promise<Buffer> | undefined;

/** A memory with some of everything and a few hundred decisions, of which some were erased. It is made once. */
export function largerMemory(): Promise<Buffer> {
  made ??= makeMemory();
  return made;
}

async function makeMemory(): Promise<Buffer> {
  const folder = await temporaryFolder();
  const path = folder.file("membria.db");
  const memory = await openMemoryFile(path, silentLog);
  await fillShop(memory);
  const id = (n: number): string => `dec_n${n}`;
  for (let n = 0; n < DECISIONS; n++) {
    const at = new Date(DAY.getTime() + n * 1_000);
    const reasoning = `Reason number ${n}. `.repeat(n % 40 === 0 ? 400 : 8);
    await addDecision(memory, { decision: decision({ id: id(n), reasoning, createdAt: at }) }, act(at));
    if (n % 3 === 0) await addOutcome(memory, "shop", id(n), outcome((n % 5) / 4), act(at));
    if (n % 4 === 0) await addSignal(memory, "shop", id(n), signal(), act(at));
    if (n > 0 && n % 2 === 0) await storeLink(memory, link({ from: id(n), to: id(n - 1) }), act(at));
  }
  for (const n of [10, 11, 150]) await eraseDecision(memory, "shop", id(n), act());
  await memory.close();
  const bytes = readFileSync(path);
  await folder.remove();
  return bytes;
}

/** What happened to a file. The bytes are changed in place, or others are returned. */
export interface Damage {
  readonly name: string;
  /** Whether bytes were replaced by others, so that rows may say something else than before. */
  readonly alters: boolean;
  damage(bytes: Buffer): Buffer;
}

const inPlace = (name: string, alters: boolean, change: (bytes: Buffer) => void): Damage => ({
  name,
  alters,
  damage(bytes) {
    change(bytes);
    return bytes;
  },
});

export const zeroedPages = (...pages: number[]): Damage =>
  inPlace(`page ${pages.join(", ")} zeroed`, false, (bytes) => {
    for (const page of pages) bytes.fill(0, (page - 1) * PAGE, page * PAGE);
  });

export const truncated = (length: number): Damage => ({
  name: `truncated to ${length} bytes`,
  alters: false,
  damage: (bytes) => bytes.subarray(0, length),
});

export const flippedBytes = (positions: readonly number[]): Damage =>
  inPlace(`bytes ${positions.slice(0, 5).join(", ")} flipped`, true, (bytes) => {
    for (const position of positions) bytes[position] = (bytes[position] ?? 0) ^ 0xff;
  });

export const noise = (page: number, value: number): Damage =>
  inPlace(`page ${page} overwritten with ${value}`, true, (bytes) => {
    for (let at = (page - 1) * PAGE; at < page * PAGE; at++) bytes[at] = (at * value) & 0xff;
  });

export const HEADER: readonly Damage[] = [
  inPlace("no header", false, (bytes) => void bytes.fill(0, 0, 100)),
  inPlace("another magic", false, (bytes) => void bytes.write("SQLote", 0, "latin1")),
  inPlace("another page size", false, (bytes) => void bytes.writeUInt16BE(77, 16)),
  inPlace("another format", false, (bytes) => void bytes.writeUInt32BE(4_000_000, 60)),
];
