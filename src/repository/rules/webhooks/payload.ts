/**
 * Reads the few fields of a payload that matter. Services add fields, leave them out and send null, and whoever knows the
 * secret may send anything, so nothing is taken for granted: what is not as expected counts as missing.
 */
export interface Part {
  /** The part below; an empty one if there is none. */
  part(name: string): Part;
  /** The parts of a list, the first of them. */
  parts(name: string, most: number): readonly Part[];
  /**
   * Whole, because it may be kept, and half a secret does not look like one: undefined for an empty text and for one that is
   * longer than what people write.
   */
  text(name: string): string | undefined;
  /** The first lines of what somebody wrote. */
  prose(name: string): string | undefined;
  texts(name: string, most: number): readonly string[];
  /** A whole number that is not negative. */
  number(name: string): number | undefined;
  isTrue(name: string): boolean;
  /** A whole commit id. A row of zeros stands for none. */
  commit(name: string): string | undefined;
  /** An address on the web. */
  address(name: string): string | undefined;
  /** As text or in seconds since 1970. */
  time(name: string): Date | undefined;
}

const LONGEST_NAME = 500;
/** Enough for what people write into a pull request; what is behind it is not looked at. */
const LONGEST_PROSE = 20_000;
const LONGEST_ADDRESS = 1_000;

const COMMIT = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/;
const NO_COMMIT = /^0+$/;
const ADDRESS = /^https?:\/\/[^\s\p{Cc}\p{Cf}]+$/u;

/** Undefined if the value is no object. */
export function payloadOf(value: unknown): Part | undefined {
  return isObject(value) ? partOf(value) : undefined;
}

function partOf(fields: Readonly<Record<string, unknown>>): Part {
  // What an object inherits is no field of the payload.
  const value = (name: string): unknown => (Object.hasOwn(fields, name) ? fields[name] : undefined);
  const text = (name: string): string | undefined => wholeText(value(name), LONGEST_PROSE);
  const list = (name: string, most: number): readonly unknown[] => {
    const found = value(name);
    return Array.isArray(found) ? found.slice(0, most) : [];
  };
  return {
    part(name) {
      const found = value(name);
      return partOf(isObject(found) ? found : {});
    },
    parts: (name, most) => list(name, most).filter(isObject).map(partOf),
    text,
    prose(name) {
      const found = value(name);
      if (typeof found !== "string" || found === "") return undefined;
      // In whole lines: the first is kept as a title, and half a secret does not look like one.
      return found.length <= LONGEST_PROSE ? found : found.slice(0, LONGEST_PROSE).replace(/[^\n]*$/, "");
    },
    texts: (name, most) =>
      list(name, most)
        .map((item) => wholeText(item, LONGEST_NAME))
        .filter((item) => item !== undefined),
    number(name) {
      const found = value(name);
      return Number.isSafeInteger(found) && (found as number) >= 0 ? (found as number) : undefined;
    },
    isTrue: (name) => value(name) === true,
    commit(name) {
      const id = text(name)?.toLowerCase();
      return id !== undefined && COMMIT.test(id) && !NO_COMMIT.test(id) ? id : undefined;
    },
    address(name) {
      const found = value(name);
      const fits = typeof found === "string" && found.length <= LONGEST_ADDRESS;
      return fits && ADDRESS.test(found) && URL.canParse(found) ? found : undefined;
    },
    time: (name) => timeOf(value(name)),
  };
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const wholeText = (value: unknown, longest: number): string | undefined =>
  typeof value === "string" && value !== "" && value.length <= longest ? value : undefined;

/** GitLab writes some of its times as `2026-02-12 10:30:00 UTC`. */
function timeOf(value: unknown): Date | undefined {
  const at =
    typeof value === "number"
      ? new Date(value * 1_000)
      : typeof value === "string" && value.length <= 40
        ? new Date(value.replace(/^(\S{10}) (\S+) UTC$/, "$1T$2Z"))
        : undefined;
  return at && !Number.isNaN(at.getTime()) ? at : undefined;
}
