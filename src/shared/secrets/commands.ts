import { isSecret, matchAt } from "./named-values.ts";
import type { FoundSecret, ReadRule } from "./rule.ts";

interface CommandPassword {
  /** In lower case. */
  readonly programs: readonly string[];
  /** What comes before the password, as a regular expression. */
  readonly before: string;
}

const words = (text: string): string[] => text.split(" ");
const login = (programs: string): string[] => words(programs).map((program) => `${program} login`);
const SPACE = "(?:\\s+|\\\\\\n\\s*)";
const USER = "[\"']?(?:[^\\s:\"']{1,100}):";

/** The commands whose password is behind a flag that does not name it, or behind none. */
const COMMANDS: readonly CommandPassword[] = [
  { programs: words("mysql mysqldump mysqladmin mariadb mariadb-dump 7z 7za sshpass"), before: "-p" },
  {
    programs: [
      ...login("docker podman nerdctl buildah skopeo oras oc az cf registry"),
      ...words("sshpass mongosh mongo mongodump mongorestore mongoimport cqlsh"),
    ],
    before: `-p${SPACE}`,
  },
  { programs: words("redis-cli valkey-cli"), before: `-a${SPACE}` },
  { programs: words("sqlcmd bcp zip unzip ipmitool mosquitto_pub mosquitto_sub"), before: `-P${SPACE}` },
  { programs: words("ldapsearch ldapmodify ldapadd ldapdelete ldapwhoami"), before: `-w${SPACE}` },
  { programs: ["add-generic-password", "add-internet-password"], before: `-w${SPACE}` },
  { programs: words("curl"), before: `(?:-u|-U|--user|--proxy-user)(?:=|${SPACE})?${USER}` },
  { programs: words("http https xh"), before: `(?:-a|--auth)(?:=|${SPACE})${USER}` },
  { programs: words("openssl"), before: `-pass(?:in|out)?${SPACE}["']?pass:` },
  { programs: words("smbclient rpcclient"), before: `-U${SPACE}["']?[^\\s%"']{1,100}%` },
  { programs: words("xfreerdp mstsc rdesktop"), before: "/p:" },
  { programs: ["net user", "net1 user"], before: "^\\s+[\\w.-]{1,60}\\s+" },
  { programs: ["rabbitmqctl"], before: "(?:add_user|change_password)\\s+\\S{1,60}\\s+" },
  { programs: ["htpasswd"], before: "-\\w*b\\w*\\s+(?:\\S{1,200}\\s+){2}" },
  { programs: ["convertto-securestring"], before: "(?:-String\\s+)?" },
  // A name in a secret of its own says nothing, but all values are secrets.
  { programs: ["create secret"], before: "--from-literal[=\\s][\"']?[\\w.-]{1,100}=" },
];

const COMMAND = /(?:\\\n|[^\n|;]){1,600}/y;
const VALUE = "(?:\"([^\"\\n]{1,512})|'([^'\\n]{1,512})|(?<bare>[^\\s\"'|;]{1,512}))";

function findInCommand(
  pattern: RegExp,
  text: string,
  index: number,
  program: string,
): FoundSecret | undefined {
  if (/[\w-]/.test(text.charAt(index - 1))) return undefined;
  const start = index + program.length;
  const command = matchAt(COMMAND, text, start)?.[0] ?? "";
  const found = pattern.exec(command);
  const value = found?.slice(1).find((group) => group !== undefined);
  if (!found || value === undefined || !isSecret(value, "password", { join: "assigned" })) return undefined;
  const end = start + found.index + found[0].length;
  return { start: end - value.length, end };
}

export const COMMAND_RULES: readonly ReadRule[] = COMMANDS.map(({ programs, before }) => {
  const pattern = new RegExp(`(?<=\\s|^)(?:${before})${VALUE}`);
  return {
    id: "command-password",
    keywords: programs,
    find: (text, index, program) => findInCommand(pattern, text, index, program),
  };
});
