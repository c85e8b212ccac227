import { execFileSync } from "node:child_process";
import { chmod, mkdir, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { gitRepository, type TestRepository } from "./git.ts";
import { folderOfTest } from "./memory.ts";

/**
 * The settings of git whose value is a program or a command, as `git help --config` names them, with the names under which
 * a hostile repository sets them. Some belong to commands that Membria never uses.
 */
const PROGRAM_SETTINGS: Readonly<Record<string, readonly string[]>> = {
  "alias.*": ["alias.status", "alias.log", "alias.diff", "alias.evil"],
  "browser.<tool>.cmd": ["browser.evil.cmd"],
  "browser.<tool>.path": ["browser.evil.path"],
  "core.alternateRefsCommand": ["core.alternateRefsCommand"],
  "core.askPass": ["core.askPass"],
  "core.editor": ["core.editor"],
  "core.fsmonitor": ["core.fsmonitor"],
  "core.gitProxy": ["core.gitProxy"],
  "core.hooksPath": ["core.hooksPath"],
  "core.pager": ["core.pager"],
  "core.sshCommand": ["core.sshCommand"],
  "credential.<url>.*": ["credential.https://git.example.helper"],
  "credential.helper": ["credential.helper"],
  "diff.<driver>.command": ["diff.evil.command"],
  "diff.<driver>.textconv": ["diff.evil.textconv"],
  "diff.external": ["diff.external"],
  "difftool.<tool>.cmd": ["difftool.evil.cmd"],
  "difftool.<tool>.path": ["difftool.evil.path"],
  "filter.<driver>.clean": ["filter.evil.clean"],
  "filter.<driver>.process": ["filter.evil-process.process"],
  "filter.<driver>.smudge": ["filter.evil.smudge"],
  "gpg.<format>.program": ["gpg.ssh.program", "gpg.x509.program"],
  "gpg.program": ["gpg.program"],
  "gpg.ssh.defaultKeyCommand": ["gpg.ssh.defaultKeyCommand"],
  "guitool.<name>.cmd": ["guitool.evil.cmd"],
  "help.browser": ["help.browser"],
  "hook.<name>.command": ["hook.evil.command"],
  "imap.tunnel": ["imap.tunnel"],
  "instaweb.browser": ["instaweb.browser"],
  "instaweb.httpd": ["instaweb.httpd"],
  "interactive.diffFilter": ["interactive.diffFilter"],
  "man.<tool>.cmd": ["man.evil.cmd"],
  "man.<tool>.path": ["man.evil.path"],
  "man.viewer": ["man.viewer"],
  "merge.<driver>.driver": ["merge.evil.driver"],
  "mergetool.<tool>.cmd": ["mergetool.evil.cmd"],
  "mergetool.<tool>.path": ["mergetool.evil.path"],
  "pager.<cmd>": ["pager.status", "pager.log", "pager.diff", "pager.blame", "pager.config"],
  "remote.<name>.receivepack": ["remote.evil.receivepack"],
  "remote.<name>.uploadpack": ["remote.evil.uploadpack"],
  "remote.<name>.vcs": ["remote.evil.vcs"],
  "sendemail.ccCmd": ["sendemail.ccCmd"],
  "sendemail.headerCmd": ["sendemail.headerCmd"],
  "sendemail.sendmailCmd": ["sendemail.sendmailCmd"],
  "sendemail.smtpServer": ["sendemail.smtpServer"],
  "sendemail.tocmd": ["sendemail.tocmd"],
  "sequence.editor": ["sequence.editor"],
  "submodule.<name>.update": ["submodule.evil.update"],
  "tar.<format>.command": ["tar.evil.command"],
  "trailer.<key-alias>.cmd": ["trailer.evil.cmd"],
  "trailer.<key-alias>.command": ["trailer.evil.command"],
  "uploadpack.packObjectsHook": ["uploadpack.packObjectsHook"],
  "web.browser": ["web.browser"],
};

/** Settings whose name looks like that of a program, and that are none. */
const NO_PROGRAMS = new Set([
  "color.pager",
  "column.clean",
  "core.fsmonitorHookVersion",
  "diff.<driver>.cachetextconv",
  "diff.guitool",
  "diff.tool",
  "fsmonitor.allowRemote",
  "fsmonitor.socketDir",
  "http.proxy",
  "include.path",
  "includeIf.<condition>.path",
  "merge.guitool",
  "merge.tool",
  "remote.<name>.partialclonefilter",
  "remote.<name>.proxy",
  "safe.bareRepository",
  "sendemail.aliasFileType",
  "sendemail.aliasesFile",
  "uploadpack.allowFilter",
]);

const LOOKS_LIKE_A_PROGRAM =
  /alias|askpass|browser$|clean$|cmd$|command$|driver$|editor$|external$|filter$|fsmonitor|helper$|hook|httpd$|pager|pack$|\.path$|process$|program$|proxy$|smtpserver$|smudge$|textconv$|tool$|tunnel$|\.update$|vcs$|viewer$/i;

/** The settings of the installed git that look like a program and are neither known as one nor as none. */
export function unknownProgramSettings(): readonly string[] {
  const listed = execFileSync("git", ["help", "--config"], { encoding: "utf8" }).split("\n");
  return listed.filter(
    (name) =>
      /^[a-z][\w-]*\.\S+$/i.test(name) &&
      LOOKS_LIKE_A_PROGRAM.test(name) &&
      !Object.hasOwn(PROGRAM_SETTINGS, name) &&
      !NO_PROGRAMS.has(name) &&
      !/^(advice|fsck|gitcvs|gitweb|gui|receive\.fsck)\./.test(name),
  );
}

const HOOKS = [
  "fsmonitor-watchman",
  "post-checkout",
  "post-index-change",
  "pre-auto-gc",
  "reference-transaction",
];

export interface HostileRepository extends TestRepository {
  /** What of its configuration was run since it was asked last. */
  run(): Promise<readonly string[]>;
  /** Changes files, so that git has to read them to know what is new. */
  touch(): Promise<void>;
}

/**
 * A repository in which all that can be configured to be run writes down that it was. Its attributes name the drivers, some
 * of its settings are in a file that it includes, and it has a submodule that is no better.
 */
export async function hostileRepository(origin?: string): Promise<HostileRepository> {
  const marks = join((await folderOfTest()).path, "marks");
  await mkdir(marks);
  const repository = await gitRepository();
  const { root, git, write, commit } = repository;
  const past = new Date(Date.now() - 60_000);
  /** Of the same length each time: otherwise git knows without reading them that they changed. */
  const fill = async (digit: number, at?: Date): Promise<void> => {
    for (const path of ["src/cart.ts", "src/order.ts", "notes.txt", "vendor/library/a.ts"])
      await write(path, `export const changed = ${digit};\n`, at);
    await write("AGENTS.md", `# Rules ${digit}\n\n- Use PostgreSQL and not MySQL, because we know it.\n`, at);
  };
  const library = join(root, "vendor", "library");
  await mkdir(library, { recursive: true });
  git("init", "--quiet", library);
  await fill(0, past);
  const inside = ["-C", library, "-c", "user.name=Test", "-c", "user.email=test@git.example"];
  git(...inside, "add", "--all");
  git(...inside, "commit", "--quiet", "-m", "Begin");
  await write(
    ".gitmodules",
    '[submodule "evil"]\n\tpath = vendor/library\n\turl = ../library\n\tignore = none\n',
    past,
  );
  commit("Begin", past);
  await write("later.txt", "1\n", past);
  commit("Use tabs instead of spaces, because screens differ", past);

  if (origin !== undefined) git("remote", "add", "origin", origin);
  const attributes = "* filter=evil merge=evil\n*.ts diff=evil\n*.md filter=evil-process\n";
  for (const [folder, name] of [
    [root, ""],
    [library, "submodule:"],
  ] as const) {
    await arm(folder, marks, name);
    await writeFile(join(folder, ".gitattributes"), attributes);
    const info = git("-C", folder, "rev-parse", "--path-format=absolute", "--git-path", "info");
    await mkdir(info, { recursive: true });
    await writeFile(join(info, "attributes"), attributes);
  }
  let digit = 0;
  const touch = (): Promise<void> => {
    digit = (digit % 9) + 1;
    return fill(digit);
  };
  await touch();
  return {
    ...repository,
    touch,
    async run() {
      const found = await readdir(marks);
      for (const name of found) execFileSync("rm", [join(marks, name)]);
      return found.sort();
    },
  };
}

/** Sets every program setting of a repository to one that leaves a mark. */
async function arm(root: string, marks: string, prefix: string): Promise<void> {
  const config = (file: string, name: string, value: string): void => {
    execFileSync("git", ["config", "--file", join(root, ".git", file), name, value]);
  };
  const script = async (path: string, mark: string): Promise<string> => {
    await writeFile(
      path,
      `#!/bin/sh\n: > '${join(marks, `${prefix}${mark}`)}'\ncat "$@" 2>/dev/null\nexit 0\n`,
    );
    await chmod(path, 0o755);
    return path;
  };
  const programs = join(root, ".git", "programs");
  const hooks = join(programs, "hooks");
  await mkdir(hooks, { recursive: true });
  for (const hook of HOOKS) {
    await script(join(hooks, hook), `hook:${hook}`);
    await script(join(root, ".git", "hooks", hook), `hook:${hook}`);
  }
  let n = 0;
  for (const name of Object.values(PROGRAM_SETTINGS).flat()) {
    const program = await script(join(programs, String(n++)), name.replaceAll("/", "-"));
    const value =
      name === "core.hooksPath" ? hooks : /^alias\.|^submodule\./.test(name) ? `!${program}` : program;
    config(n % 2 === 0 ? "more-config" : "config", name, value);
  }
  config("config", "include.path", "more-config");
  const others: Readonly<Record<string, string>> = {
    "core.checkStat": "minimal",
    "diff.ignoreSubmodules": "none",
    "diff.submodule": "diff",
    "filter.evil.required": "true",
    "filter.evil-process.required": "true",
    "hook.evil.event": "post-index-change",
    "log.showSignature": "true",
    "protocol.allow": "always",
    "protocol.ext.allow": "always",
    "status.submoduleSummary": "true",
    "submodule.evil.ignore": "none",
    "submodule.recurse": "true",
  };
  for (const [name, value] of Object.entries(others)) config("config", name, value);
}
