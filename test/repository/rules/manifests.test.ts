import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isManifest, packagesIn } from "../../../src/repository/rules/manifests.ts";
import { READ_LIMITS } from "../../../src/shared/read-limits.ts";

const MANIFESTS: readonly (readonly [path: string, text: string, names: readonly string[]])[] = [
  [
    "package.json",
    '{"name":"shop","dependencies":{"redis":"^4","@nestjs/core":"1"},"devDependencies":{"vitest":"1"},"scripts":{"a":"b"}}',
    ["redis", "@nestjs/core", "vitest"],
  ],
  ["api/composer.json", '{"require":{"php":">=8","monolog/monolog":"^3"}}', ["php", "monolog/monolog"]],
  [
    "requirements-dev.txt",
    "# comment\n-r base.txt\nflask==3.0\nSQLAlchemy[asyncio]>=2 ; python_version > '3'\nredis\n\ngit+https://host/x.git\n",
    ["flask", "SQLAlchemy", "redis"],
  ],
  [
    "pyproject.toml",
    '[project]\nname = "shop"\ndependencies = [\n  "flask>=3",\n  "redis[hiredis] ~= 5",\n  "celery",\n]\n[project.optional-dependencies]\ntest = ["pytest"]\n[tool.poetry.dependencies]\npython = "^3"\nfastapi = "^1"\n[tool.ruff]\nline-length = 100\n',
    ["fastapi", "flask", "redis", "celery", "pytest"],
  ],
  [
    "Pipfile",
    '[packages]\nflask = "*"\n[dev-packages]\npytest = "*"\n[requires]\npython_version = "3"\n',
    ["flask", "pytest"],
  ],
  [
    "Cargo.toml",
    '[package]\nname = "shop"\n[dependencies]\nserde = { version = "1", features = ["derive"] }\ntokio = "1"\n[dependencies.redis]\nversion = "1"\n[dev-dependencies]\nproptest = "1"\n',
    ["serde", "tokio", "proptest", "redis"],
  ],
  [
    "go.mod",
    "module x.example/shop\n\ngo 1.22\n\nrequire (\n\tgithub.com/gin-gonic/gin v1.9.1\n\tgolang.org/x/sync v0.1.0 // indirect\n)\nrequire github.com/redis/go-redis/v9 v9.0.1\n",
    ["github.com/gin-gonic/gin", "golang.org/x/sync", "github.com/redis/go-redis/v9"],
  ],
  [
    "Gemfile",
    "source 'https://rubygems.org'\ngem 'rails', '~> 7'\n  gem \"sidekiq\"\n",
    ["rails", "sidekiq"],
  ],
  [
    "pom.xml",
    "<dependency>\n <groupId>a</groupId>\n <artifactId>jedis</artifactId>\n</dependency>",
    ["jedis"],
  ],
  [
    "build.gradle.kts",
    'dependencies {\n  implementation("redis.clients:jedis:5.0")\n}',
    ["redis.clients:jedis"],
  ],
  ["Shop.csproj", '<PackageReference Include="Serilog" Version="3" />', ["Serilog"]],
  [
    "pubspec.yaml",
    "name: shop\ndependencies:\n  flutter:\n    sdk: flutter\n  http: ^1.0.0\nflutter:\n  uses: x\n",
    ["flutter", "http"],
  ],
];

describe("a manifest", () => {
  it.each(MANIFESTS)("%s lists its packages", (path, text, names) => {
    expect(isManifest(path)).toBe(true);
    expect(packagesIn(path, text)).toEqual(new Set(names));
  });

  it("of a package of somebody else is none, and neither is another file", () => {
    expect(isManifest("node_modules/redis/package.json")).toBe(false);
    expect(isManifest("src/package.ts")).toBe(false);
  });

  it("that cannot be read lists nothing, whatever it says", () => {
    expect(packagesIn("package.json", "{ broken").size).toBe(0);
    expect(packagesIn("package.json", "null").size).toBe(0);
    fc.assert(
      fc.property(fc.string(), fc.constantFrom(...MANIFESTS.map(([path]) => path)), (text, path) => {
        packagesIn(path, text);
      }),
    );
  });

  it.each(MANIFESTS)("%s is read in one pass, however many blank lines it has", (path, text, names) => {
    const blank = " \n".repeat((READ_LIMITS.repositoryFileBytes - text.length) / 2);
    if (/\.(?:json|yaml)$/.test(path)) expect(packagesIn(path, blank).size).toBe(0);
    else expect(packagesIn(path, blank + text)).toEqual(new Set(names));
  });
});
