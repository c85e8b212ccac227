import type { SqlValue } from "../shared/driver.ts";

/** A number of one to nine bytes, in which the highest bit says that there is another byte. */
export function readVarint(bytes: Buffer, at: number): { readonly value: number; readonly next: number } {
  let value = 0n;
  for (let n = 0; n < 9; n++) {
    const byte = bytes.readUInt8(at + n);
    if (n === 8) return { value: signed((value << 8n) | BigInt(byte)), next: at + 9 };
    value = (value << 7n) | BigInt(byte & 0x7f);
    if (byte < 0x80) return { value: signed(value), next: at + n + 1 };
  }
  throw new RangeError("unreachable");
}

/** No number of ours is larger, so that anything beyond is damage. */
function signed(value: bigint): number {
  const number = Number(BigInt.asIntN(64, value));
  if (!Number.isSafeInteger(number)) throw new RangeError("not a number of ours");
  return number;
}

/** The values of a record: first the kind of each, then their bytes. @throws RangeError if they do not fit it. */
export function readRecord(bytes: Buffer): SqlValue[] {
  const header = readVarint(bytes, 0);
  if (header.value < header.next || header.value > bytes.length) throw new RangeError("no such header");
  const values: SqlValue[] = [];
  let body = header.value;
  for (let at = header.next; at < header.value; ) {
    const kind = readVarint(bytes, at);
    at = kind.next;
    const { value, length } = readValue(bytes, body, kind.value);
    values.push(value);
    body += length;
  }
  if (body !== bytes.length) throw new RangeError("the values do not fill the record");
  return values;
}

const INTEGER_BYTES: Readonly<Record<number, number>> = { 1: 1, 2: 2, 3: 3, 4: 4, 5: 6 };

function readValue(bytes: Buffer, at: number, kind: number): { value: SqlValue; length: number } {
  if (kind === 0) return { value: null, length: 0 };
  if (kind === 8 || kind === 9) return { value: kind - 8, length: 0 };
  if (kind === 6) return { value: signed(bytes.readBigInt64BE(at)), length: 8 };
  if (kind === 7) return { value: bytes.readDoubleBE(at), length: 8 };
  const integer = INTEGER_BYTES[kind];
  if (integer !== undefined) return { value: bytes.readIntBE(at, integer), length: integer };
  if (kind < 12) throw new RangeError("no such kind of value");
  const isText = kind % 2 === 1;
  const length = (kind - (isText ? 13 : 12)) / 2;
  if (at + length > bytes.length) throw new RangeError("the value is longer than the record");
  const part = bytes.subarray(at, at + length);
  return { value: isText ? part.toString("utf8") : new Uint8Array(part), length };
}
