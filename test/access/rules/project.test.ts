import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  DEFAULT_PROJECT,
  isAutomaticName,
  normaliseOrigin,
  ProjectName,
  parseProjectName,
  projectFromRootCommit,
} from "../../../src/access/rules/project.ts";
import { Fault } from "../../../src/shared/errors.ts";

const faultOf = (run: () => unknown): Fault => {
  try {
    run();
  } catch (error) {
    if (error instanceof Fault) return error;
    throw error;
  }
  throw new Error("Nothing was thrown.");
};

describe("a project name", () => {
  it.each([
    DEFAULT_PROJECT,
    "shop",
    "github.com/acme/shop",
    "git.sr.ht/~acme/shop",
    "github.com/acme/.github",
    "a%20b",
    "allied",
  ])("may be %s", (name) => {
    expect(parseProjectName(name, "--project")).toBe(name);
  });

  it.each([
    "",
    "Shop",
    "my shop",
    "/shop",
    "shop/",
    "a//b",
    "..",
    "a/../b",
    "a/.",
    "a%2",
    "a%2F",
    "a\n",
    "쇼핑몰",
    "x".repeat(201),
  ])("may not be %j", (name) => {
    expect(faultOf(() => parseProjectName(name, "--project")).code).toBe("invalid");
  });

  it("may have 200 characters", () => {
    expect(ProjectName.safeParse("x".repeat(200)).success).toBe(true);
  });

  it("is never the scope over all projects", () => {
    const fault = faultOf(() => parseProjectName("all", "--project"));
    expect(fault.message).toContain("every project");
    expect(fault.reason).toBe("invalid_project");
  });

  it("is refused with where it was set, what was received and a name that works", () => {
    const fault = faultOf(() => parseProjectName("Acme / My Shop", "--project or MEMBRIA_PROJECT"));
    expect(fault.sentence).toContain("--project or MEMBRIA_PROJECT");
    expect(fault.sentence).toContain('received "Acme / My Shop"');
    expect(fault.sentence).toContain('for example "acme/my-shop"');
  });

  it.each([
    [42, "received 42"],
    [null, "received null"],
    [["shop"], "received an array"],
    [{ name: "shop" }, "received an object"],
  ])("that is not a string (%j) is described by its type", (value, said) => {
    expect(faultOf(() => parseProjectName(value, ".membria.json")).message).toContain(said);
  });

  it("that is a URL is refused with the name of its repository, and its credential is not repeated", () => {
    const fault = faultOf(() => parseProjectName("https://ann:s3cr3t@github.com/Acme/Shop.git", "--project"));
    expect(fault.sentence).toContain('"github.com/acme/shop"');
    expect(JSON.stringify([fault.sentence, fault.received])).not.toMatch(/s3cr3t|ann/);
  });

  it("always comes with a valid suggestion when it is refused", () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.string({ unit: "grapheme" }), fc.webUrl()), (text) => {
        fc.pre(!ProjectName.safeParse(text).success);
        const hint = faultOf(() => parseProjectName(text, "--project")).hint ?? "";
        expect(ProjectName.safeParse(/for example "(.*)"\.$/.exec(hint)?.[1]).success).toBe(true);
      }),
    );
  });
});

describe("the project name from an origin URL", () => {
  it.each([
    "https://github.com/acme/shop",
    "https://github.com/acme/shop.git",
    "https://github.com/acme/shop.git/",
    "https://github.com//acme/./shop///",
    "https://github.com/acme/shop.git.git",
    "https://GitHub.com/Acme/Shop.git",
    "https://github.com./acme/shop",
    "https://github.com:443/acme/shop.git",
    "https://token@github.com/acme/shop.git",
    "https://ann:p%40ss@github.com/acme/shop.git",
    "http://github.com/acme/shop",
    "git@github.com:acme/shop.git",
    "git@github.com:/acme/shop.git",
    "github.com:acme/shop",
    "ssh://git@github.com/acme/shop.git",
    "ssh://git@github.com:22/acme/shop.git",
    "git+ssh://git@github.com/acme/shop.git",
    "git://github.com/acme/shop.git",
    "git://github.com:9418/acme/shop/.git",
    "  https://github.com/acme/shop\n",
  ])("of %j is github.com/acme/shop", (url) => {
    expect(normaliseOrigin(url)).toBe("github.com/acme/shop");
  });

  it.each([
    ["https://gitlab.com/group/sub/group/shop.git", "gitlab.com/group/sub/group/shop"],
    ["https://dev.azure.com/acme/My%20Shop/_git/shop", "dev.azure.com/acme/my%20shop/_git/shop"],
    ["https://dev.azure.com/acme/My Shop/_git/shop", "dev.azure.com/acme/my%20shop/_git/shop"],
    ["git@git.sr.ht:~acme/shop", "git.sr.ht/~acme/shop"],
    ["https://git.example/쇼핑", "git.example/%ec%87%bc%ed%95%91"],
    ["https://bücher.example/shop", "xn--bcher-kva.example/shop"],
    ["https://git.example/acme/shop.github.io", "git.example/acme/shop.github.io"],
  ])("of %s is %s", (url, name) => {
    expect(normaliseOrigin(url)).toBe(name);
  });

  it.each([
    ["nothing", ""],
    ["a path", "/srv/git/shop.git"],
    ["a relative path", "../shop.git"],
    ["a path that a URL's name would be", "github.com/acme/shop"],
    ["a path with a colon", "./a:b"],
    ["a file URL", "file:///srv/git/shop.git"],
    ["a Windows path", "C:\\git\\shop"],
    ["a Windows path with slashes", "C:/git/shop"],
    ["a host without a path", "https://github.com/"],
    ["a path that is only .git", "https://github.com/.git"],
    ["a path that climbs", "https://github.com/acme/../shop"],
    ["a path that climbs in disguise", "https://github.com/acme/%2e%2e/shop"],
    ["a transport helper", "ext::ssh -i key host %S /shop"],
    ["an unknown scheme", "foo://github.com/acme/shop"],
    ["a query", "https://git.example/shop.git?private_token=s3cr3t"],
    ["a fragment", "https://git.example/shop.git#s3cr3t"],
    ["an @ in the path", "https://git.example/@acme/shop"],
    ["a password with a slash", "https://ann:s3c/r3t@git.example/shop"],
    ["a password before an scp host", "ann:s3cr3t@git.example:shop"],
    ["an IPv6 literal", "ssh://git@[::1]:22/shop.git"],
    ["a host that cannot be one", "https://a b/shop"],
    ["a host with what only a path may have", "https://git~hub.com/acme/shop"],
    ["a name that would be too long", `https://git.example/${"x".repeat(200)}`],
    ["an endless URL", `https://git.example/${"/".repeat(100_000)}shop`],
  ])("does not exist for %s", (_what, url) => {
    expect(normaliseOrigin(url)).toBeUndefined();
  });

  it("differs for repositories whose paths differ only in escaped characters", () => {
    const names = ["a%2Fb", "a/b", "a%20b", "a+b", "a%2Bb%20", "a-b", "a%25b", "a%2520b"].map((path) =>
      normaliseOrigin(`https://git.example/${path}`),
    );
    expect(new Set(names).size).toBe(names.length);
  });
});

const host = fc.domain().filter((name) => name.length < 60);
const part = fc.stringMatching(/^[a-z0-9][a-z0-9_-]{0,15}$/);
const path = fc.array(part, { minLength: 1, maxLength: 4 }).map((parts) => parts.join("/"));
const user = fc.stringMatching(/^[a-z][a-z0-9._-]{0,9}$/);
const port = fc.integer({ min: 1, max: 65_535 });
const ending = fc.constantFrom("", ".git", "/", ".git/", ".GIT", "//");

describe("every origin URL", () => {
  it("has the same name in all its forms", () => {
    fc.assert(
      fc.property(host, path, user, user, port, ending, (h, p, name, password, number, end) => {
        const forms = [
          `https://${h}/${p}${end}`,
          `https://${h.toUpperCase()}:${number}/${p.toUpperCase()}${end}`,
          `https://${name}:${password}@${h}/${p}${end}`,
          `http://${name}@${h}/${p}${end}`,
          `ssh://${name}@${h}:${number}/${p}${end}`,
          `git://${h}/${p}${end}`,
          `${name}@${h}:${p}${end}`,
          `${h}:/${p}${end}`,
        ];
        expect(new Set(forms.map(normaliseOrigin))).toEqual(new Set([`${h.toLowerCase()}/${p}`]));
      }),
    );
  });

  it("gives a valid name or none, and that name read as a URL gives the same name", () => {
    const anything = fc.string({
      unit: fc.oneof(fc.string({ unit: "grapheme", maxLength: 1 }), fc.constantFrom(..."/:@.%~?#A[")),
    });
    const origin = fc.oneof(
      anything,
      fc.webUrl(),
      fc.tuple(host, anything).map(([h, rest]) => `https://${h}/${rest}`),
      fc.tuple(host, anything).map(([h, rest]) => `git@${h}:${rest}.git`),
      fc.tuple(anything, path).map(([h, rest]) => `ssh://${h}/${rest}`),
    );
    fc.assert(
      fc.property(origin, (url) => {
        const name = normaliseOrigin(url);
        if (name === undefined) return;
        expect(ProjectName.safeParse(name).success).toBe(true);
        expect(normaliseOrigin(`https://${name}`)).toBe(name);
      }),
      { numRuns: 2_000 },
    );
  });

  it("loses its credential, even if that is badly escaped", () => {
    const secret = fc.array(fc.stringMatching(/^[0-9A-Z]{4,8}$/), { minLength: 1, maxLength: 3 });
    const separator = fc.constantFrom("", "/", "@", ":", "?", "#", "%", "%40", "\\", " ", "//", "[");
    const scheme = fc.constantFrom("https://", "ssh://", "git://", "");
    const before = fc.constantFrom("", "zq:", ":", "zq@");
    fc.assert(
      fc.property(
        scheme,
        before,
        secret,
        separator,
        fc.constantFrom("/", ":"),
        (start, name, pieces, between, after) => {
          const url = `${start}${name}${pieces.join(between)}@git.example${after}acme/shop.git`;
          const found = normaliseOrigin(url) ?? "";
          for (const piece of pieces) expect(found).not.toContain(piece.toLowerCase());
          expect(found).not.toContain("zq");
        },
      ),
      { numRuns: 2_000 },
    );
  });
});

describe("the project name from a root commit", () => {
  it("is the first twelve digits of its id", () => {
    expect(projectFromRootCommit("0123456789abcdef0123456789abcdef01234567")).toBe("commit/0123456789ab");
    expect(projectFromRootCommit("ab".repeat(32))).toBe("commit/abababababab");
  });

  it("is a valid name, and undefined for anything but a commit id", () => {
    expect(ProjectName.safeParse(projectFromRootCommit("a".repeat(40))).success).toBe(true);
    for (const text of ["", "HEAD", "a".repeat(39), "A".repeat(40)])
      expect(projectFromRootCommit(text)).toBeUndefined();
  });
});

describe("a name that Membria may give a project by itself", () => {
  it.each([
    ["git@github.com:acme/shop.git", "https://10.0.0.7:8443/acme/shop", "ssh://localhost/shop"].map((url) =>
      normaliseOrigin(url),
    ),
    [projectFromRootCommit("a".repeat(40)), DEFAULT_PROJECT],
  ])("is that of an origin, of a first commit, or the default: %s, %s", (...names) => {
    for (const name of names) expect(isAutomaticName(String(name)), name).toBe(true);
  });

  it.each(["shop", "acme/checkout", "shop.example", "team/github.com"])("is not %s", (name) => {
    expect(isAutomaticName(name)).toBe(false);
  });
});
