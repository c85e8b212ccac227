import type { StackCode, Threat } from "./threat.ts";

/** The languages that a question may name, with the endings of their files. */
const ENDINGS = {
  csharp: ["cs"],
  go: ["go"],
  java: ["java"],
  javascript: ["js", "jsx", "mjs", "cjs"],
  kotlin: ["kt", "kts"],
  php: ["php"],
  python: ["py"],
  ruby: ["rb", "erb"],
  rust: ["rs"],
  typescript: ["ts", "tsx", "mts", "cts"],
} as const;
type Language = keyof typeof ENDINGS;

/** The frameworks that a question may name. Code is attached for some of them; the others get what is nearest. */
const LANGUAGE_OF = {
  actix: "rust",
  aspnet: "csharp",
  django: "python",
  express: "typescript",
  fastapi: "python",
  fastify: "typescript",
  flask: "python",
  gin: "go",
  laravel: "php",
  nestjs: "typescript",
  nextjs: "typescript",
  "node-http": "typescript",
  rails: "ruby",
  spring: "java",
} as const satisfies Record<string, Language>;

export const LANGUAGES = Object.keys(ENDINGS) as [Language, ...Language[]];
type Framework = keyof typeof LANGUAGE_OF;
export const FRAMEWORKS = Object.keys(LANGUAGE_OF) as [Framework, ...Framework[]];

/** Where the code will stand, as far as the question says. */
export interface Surroundings {
  readonly language?: string | undefined;
  readonly framework?: string | undefined;
  readonly file?: string | undefined;
}

/** Languages that are read alike. Code of the first is shown to who writes the second. */
const ALIKE: Readonly<Record<string, string>> = { javascript: "typescript", ruby: "python", php: "python" };
/** For languages with declared types. */
const OTHERWISE_ALIKE = "typescript";

/** The language that is named, or that the framework or the file's ending tells. */
export function languageOf({ language, framework, file }: Surroundings): string | undefined {
  if (language !== undefined) return language;
  if (framework !== undefined && framework in LANGUAGE_OF) return LANGUAGE_OF[framework as Framework];
  const ending = file?.slice(file.lastIndexOf(".") + 1).toLowerCase();
  return LANGUAGES.find((name) => (ENDINGS[name] as readonly string[]).includes(ending ?? ""));
}

/** The attached code that is nearest to what the question is about. */
export function nearestCode({ code }: Threat, where: Surroundings): StackCode | undefined {
  const language = languageOf(where);
  const alike = language === undefined ? undefined : (ALIKE[language] ?? OTHERWISE_ALIKE);
  return (
    code.find(({ framework }) => framework === where.framework) ??
    code.find((attached) => attached.language === language) ??
    code.find((attached) => attached.language === alike) ??
    code[0]
  );
}

/** Whether code of one stack can be used in the other as it is. */
export function isOfStack(code: StackCode, where: Surroundings): boolean {
  if (where.framework !== undefined) return code.framework === where.framework;
  const language = languageOf(where);
  const sameSyntax = code.language === "typescript" && language === "javascript";
  return language === undefined || language === code.language || sameSyntax;
}
