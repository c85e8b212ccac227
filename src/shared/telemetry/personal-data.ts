import { isIPv6 } from "node:net";

const EMAIL =
  /(?<![\p{L}\p{N}._%+-])([\p{L}\p{N}._%+-])[\p{L}\p{N}._%+-]*(@(?:[\p{L}\p{N}-]{1,63}\.){1,8}\p{L}{2,24})/gu;
const COLON_RUN = /\w{0,32}(?::\w{0,32}){2,9}(?![\w:*]|\.\d)/g;
// A fifth number makes it an object identifier, a leading `v` a version.
const IPV4 = /(?<![vV\d]|\d\.)(\d{1,3}\.\d{1,3})\.\d{1,3}\.\d{1,3}(?![A-Za-z\d]|\.\d)/g;

/** `node:2001:db8::1:` is a label, an address and punctuation; `12:34:56` and `std::vector` hold no address. */
function maskIPv6(run: string): string {
  const [, label = "", address = "", tail = ""] = /^(\w*[g-zG-Z_]\w*:)?(.*?)((?<!:):)?$/.exec(run) ?? [];
  if (!/\d/.test(address) || !isIPv6(address)) return run;
  return `${label}${address.split(":").slice(0, 2).join(":")}:*${tail}`;
}

/** Every machine has these, so they tell nothing about anybody, and the server says with them where it listens. */
const OF_EVERY_MACHINE = /^(?:127\.|0\.0\.0\.0$)/;

const maskIPv4 = (address: string, kept: string): string =>
  !OF_EVERY_MACHINE.test(address) && address.split(".").every((part) => Number(part) <= 255)
    ? `${kept}.*.*`
    : address;

/** Matches the home directory with either slash, doubled as in JSON or percent-encoded as in a file URL. */
function homePattern(home: string): RegExp | undefined {
  const parts = home.split(/[\\/]+/).filter((part) => part !== "");
  if (parts.length === 0) return undefined;
  const quoted = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&");
  const body = parts
    .map((part) => `(?:${quoted(part)}|${quoted(encodeURIComponent(part))})`)
    .join("[\\\\/]+");
  const isWindows = /^[a-z]:/i.test(home);
  return new RegExp(`${isWindows ? "" : "[\\\\/]"}${body}(?![\\w-]|\\.\\w)`, isWindows ? "gi" : "g");
}

/** Masks parts of e-mail and network addresses, and shows the home directory as `~`. `home` is `""` if there is none. */
export function personalDataMask(home: string): (text: string) => string {
  const homes = homePattern(home);
  return (text) => {
    const withoutNames = text.replace(EMAIL, "$1***$2");
    const withoutHome = homes === undefined ? withoutNames : withoutNames.replace(homes, "~");
    return withoutHome.replace(COLON_RUN, maskIPv6).replace(IPV4, maskIPv4);
  };
}
