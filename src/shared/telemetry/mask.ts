import { types } from "node:util";
import type { SecretScanner } from "../ports.ts";
import { isSecretName } from "../secret-name.ts";
import { personalDataMask } from "./personal-data.ts";

const MASKED = "****";

/** A longer text is cut, and its length is noted. */
const TEXT_LIMIT = 2000;

const MAX_DEPTH = 8;
const MAX_ENTRIES = 100;
// Limits for one entry, so that it always fits into the buffer of a pipe.
const MAX_VALUES = 1000;
const MAX_CHARACTERS = 40_000;

export interface Mask {
  text(text: string): string;
  /** Any value as plain JSON data: masked, without cycles, limited in depth, breadth and length. Never throws. */
  value(value: unknown): unknown;
}

export interface MaskOptions {
  readonly secrets: SecretScanner;
  /** The home directory to show as `~`; `""` when there is none. */
  readonly home: string;
}

export function createMask({ secrets, home }: MaskOptions): Mask {
  const personal = personalDataMask(home);
  const mask = (text: string): string => personal(withoutSecrets(text, secrets));
  const text = (whole: string): string => {
    if (whole.length <= TEXT_LIMIT) return mask(whole);
    // A secret that is split at the end of the window is not recognised, so the last part of it is never shown.
    const window = whole.slice(0, TEXT_LIMIT + 1000);
    const hidden = window.length < whole.length ? 1000 : 0;
    const masked = mask(window);
    const shown = masked.slice(0, Math.max(0, Math.min(TEXT_LIMIT, masked.length - hidden)));
    return `${shown}… [cut: ${whole.length} characters]`;
  };
  return { text, value: (value) => createWalk(text)(value, 0) };
}

function withoutSecrets(text: string, secrets: SecretScanner): string {
  let shown = "";
  let end = 0;
  for (const finding of secrets.scan(text)) {
    shown += text.slice(end, finding.start) + MASKED;
    end = finding.end;
  }
  return shown + text.slice(end);
}

function createWalk(maskText: (text: string) => string): (value: unknown, depth: number) => unknown {
  const ancestors = new Set<object>();
  let values = MAX_VALUES;
  let characters = MAX_CHARACTERS;

  const text = (value: string): string => {
    if (characters <= 0) return `[omitted: ${value.length} characters]`;
    const masked = maskText(value);
    characters -= masked.length;
    return masked;
  };

  const walk = (value: unknown, depth: number): unknown => {
    values -= 1;
    if (typeof value === "string") return text(value);
    if (typeof value === "number") return Number.isFinite(value) ? value : String(value);
    if (typeof value === "bigint") return text(value.toString());
    if (typeof value === "function" || typeof value === "symbol") return `[${typeof value}]`;
    if (typeof value !== "object" || value === null) return value;
    if (ancestors.has(value)) return "[circular]";
    if (depth >= MAX_DEPTH) return "[too deep]";
    ancestors.add(value);
    try {
      return object(value, depth + 1);
    } catch {
      // A getter or proxy threw; logging must not fail because of it.
      return "[unreadable]";
    } finally {
      ancestors.delete(value);
    }
  };

  const object = (value: object, depth: number): unknown => {
    if (types.isDate(value)) return Number.isNaN(value.getTime()) ? "Invalid Date" : value.toISOString();
    if (value instanceof URL) return text(value.href);
    if (ArrayBuffer.isView(value) || types.isAnyArrayBuffer(value)) return `[${value.byteLength} bytes]`;
    if (Array.isArray(value)) return list(value, value.length, depth);
    if (types.isSet(value)) return list(firstOf(value), value.size, depth);
    if (types.isMap(value)) {
      const entries = firstOf(value).map(([key, item]): [string, unknown] => [
        typeof key === "string" ? key : `[${typeof key}]`,
        item,
      ]);
      return record(entries, value.size, depth);
    }
    const names = types.isNativeError(value) ? errorFields(value) : Object.keys(value);
    const entries = names.slice(0, MAX_ENTRIES).map((name): [string, unknown] => [name, field(value, name)]);
    return record(entries, names.length, depth);
  };

  const list = (items: readonly unknown[], size: number, depth: number): unknown[] => {
    const shown: unknown[] = [];
    for (const [index, item] of items.slice(0, MAX_ENTRIES).entries()) {
      if (values <= 0) break;
      shown.push(isSecretFlag(items[index - 1]) ? MASKED : walk(item, depth));
    }
    if (shown.length < size) shown.push(`[${size - shown.length} more]`);
    return shown;
  };

  const record = (entries: readonly [string, unknown][], size: number, depth: number): object => {
    const named = pairedSecret(entries);
    const shown: [string, unknown][] = [];
    for (const [key, item] of entries) {
      if (values <= 0) break;
      shown.push([text(key), isSecret(key, item) || key === named ? MASKED : walk(item, depth)]);
    }
    if (shown.length < size) shown.push(["…", `[${size - shown.length} more]`]);
    // Not assignment: a key may be `__proto__`.
    return Object.fromEntries(shown.filter(([, item]) => item !== undefined));
  };

  return walk;
}

/** `--token` as an item of an argument list: the next item is the secret. */
const isSecretFlag = (item: unknown): boolean =>
  typeof item === "string" &&
  /^--?[a-z][\w-]{0,62}$/i.test(item) &&
  isSecretName(item.replace(/^--?/, ""), true);

const isSecret = (key: string, item: unknown): boolean =>
  item !== null &&
  item !== undefined &&
  typeof item !== "boolean" &&
  isSecretName(key, typeof item === "number");

/** In `{name, value}` and `{field, received}` the first says whether the second is a secret. */
function pairedSecret(entries: readonly [string, unknown][]): string | undefined {
  for (const [key, item] of entries) {
    if (typeof item !== "string" || !isSecretName(item.slice(0, 100), true)) continue;
    if (key === "name") return "value";
    if (key === "field") return "received";
  }
  return undefined;
}

function firstOf<T>(items: Iterable<T>): T[] {
  const first: T[] = [];
  for (const item of items) {
    if (first.length === MAX_ENTRIES) break;
    first.push(item);
  }
  return first;
}

function errorFields(error: Error): string[] {
  const known = ["name", "message", "stack", "cause", "errors"];
  return [...new Set([...known.filter((name) => name in error), ...Object.keys(error)])];
}

const field = (value: object, name: string): unknown =>
  name === "stack" && types.isNativeError(value) ? traceback(value) : Reflect.get(value, name);

/** A stack starts with the message; a long one would push the frames beyond the limit. */
function traceback({ stack, message }: Error): string | undefined {
  if (stack === undefined || stack.length <= TEXT_LIMIT || message === "") return stack;
  const at = stack.indexOf(message);
  return at < 0 ? stack : stack.slice(at + message.length).trimStart();
}
