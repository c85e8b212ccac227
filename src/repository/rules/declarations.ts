/** How the declarations of a language begin and end. Each pattern has a group `name`. */
export interface Declarations {
  readonly patterns: readonly RegExp[];
  readonly ends: "braces" | "indentation";
  /** A line as far out as the beginning that still belongs to it. */
  readonly closedBy?: RegExp;
  /** What looks like the name of a method and is a word of the language. */
  readonly never: ReadonlySet<string>;
}

const NAME = "(?<name>[\\p{L}_$][\\p{L}\\p{N}_$]*)";
const pattern = (source: string): RegExp => new RegExp(source.replaceAll("NAME", NAME), "u");

const WORDS = new Set(
  "if for while switch catch return function else do try with new throw typeof await yield super using lock foreach when match loop unless until elsif elseif".split(
    " ",
  ),
);

const SCRIPT: Declarations = {
  ends: "braces",
  never: WORDS,
  patterns: [
    pattern("^\\s*(?:export\\s+)?(?:default\\s+)?(?:declare\\s+)?(?:async\\s+)?function\\s*\\*?\\s*NAME"),
    pattern(
      "^\\s*(?:export\\s+)?(?:default\\s+)?(?:declare\\s+)?(?:abstract\\s+)?(?:class|interface|enum|namespace)\\s+NAME",
    ),
    pattern("^\\s*(?:export\\s+)?(?:declare\\s+)?type\\s+NAME\\s*(?:<[^=]*>)?\\s*="),
    // A constant with a function or an object in it, and any other that stands at the top.
    pattern(
      "^\\s*(?:export\\s+)?(?:const|let|var)\\s+NAME\\s*(?::[^=]+)?=\\s*(?:async\\s*)?(?:function\\b|\\([^)]*\\)\\s*(?::[^=]+)?=>|[\\w$]+\\s*=>|\\($|<)",
    ),
    pattern("^(?:export\\s+)?(?:const|let|var)\\s+NAME\\b.*[=({\\[]\\s*$"),
    pattern(
      "^\\s+(?:(?:public|private|protected|static|readonly|override|async|get|set)\\s+)*\\*?#?NAME\\s*(?:<[^(]*>)?\\([^;]*\\)?\\s*(?::[^={]+)?\\{\\s*$",
    ),
    pattern("^\\s+(?:(?:public|private|protected|static|readonly|override|async)\\s+)*NAME\\s*\\($"),
    pattern(
      "^\\s+(?:(?:public|private|protected|static|readonly)\\s+)*NAME\\s*=\\s*(?:async\\s*)?\\([^)]*\\)\\s*(?::[^=]+)?=>",
    ),
  ],
};

const MODIFIERS =
  "(?:(?:public|private|protected|internal|static|final|abstract|sealed|open|override|virtual|async|partial|synchronized|default|native|suspend|inline|data|extern|readonly|unsafe|operator|infix|tailrec|expect|actual|external|lateinit|inner|annotation|value)\\s+)*";

const CURLY: Declarations = {
  ends: "braces",
  never: WORDS,
  patterns: [
    pattern(
      `^\\s*${MODIFIERS}(?:class|interface|enum(?:\\s+class)?|record|struct|object|trait|namespace|protocol|extension|actor)\\s+NAME`,
    ),
    pattern(`^\\s*${MODIFIERS}(?:fun|func)\\s+(?:<[^>]+>\\s*)?(?:[\\w<>?.]+\\.)?NAME\\s*[(<]`),
    pattern(`^\\s*${MODIFIERS}(?:<[^>]+>\\s*)?[\\w<>\\[\\],.?:&*]+\\s+[*&]?(?:\\w+::)*NAME\\s*\\([^;]*$`),
    pattern(`^\\s+(?:public|private|protected|internal)\\s+NAME\\s*\\([^;]*$`),
  ],
};

const GO: Declarations = {
  ends: "braces",
  never: WORDS,
  patterns: [pattern("^func\\s+(?:\\([^)]*\\)\\s*)?NAME"), pattern("^type\\s+NAME\\s")],
};

const RUST: Declarations = {
  ends: "braces",
  never: WORDS,
  patterns: [
    pattern(
      '^\\s*(?:pub(?:\\([^)]*\\))?\\s+)?(?:default\\s+)?(?:const\\s+)?(?:async\\s+)?(?:unsafe\\s+)?(?:extern\\s+"[^"]*"\\s+)?fn\\s+NAME',
    ),
    pattern("^\\s*(?:pub(?:\\([^)]*\\))?\\s+)?(?:unsafe\\s+)?(?:struct|enum|union|trait|mod)\\s+NAME"),
    pattern("^\\s*impl(?:<[^>]*>)?\\s+(?:[\\w:<>, ]+\\s+for\\s+)?(?:\\w+::)*NAME"),
    pattern("^\\s*macro_rules!\\s+NAME"),
  ],
};

const PHP: Declarations = {
  ends: "braces",
  never: WORDS,
  patterns: [
    pattern("^\\s*(?:(?:public|private|protected|static|final|abstract)\\s+)*function\\s+&?NAME"),
    pattern("^\\s*(?:(?:final|abstract|readonly)\\s+)*(?:class|interface|trait|enum)\\s+NAME"),
  ],
};

const PYTHON: Declarations = {
  ends: "indentation",
  never: WORDS,
  patterns: [pattern("^\\s*(?:async\\s+)?def\\s+NAME"), pattern("^\\s*class\\s+NAME")],
};

const RUBY: Declarations = {
  ends: "indentation",
  closedBy: /^\s*end\b/,
  never: WORDS,
  patterns: [
    /^\s*def\s+(?:self\.)?(?<name>[\p{L}_][\p{L}\p{N}_]*[?!=]?)/u,
    pattern("^\\s*(?:class|module)\\s+(?:\\w+::)*NAME"),
  ],
};

const SHELL: Declarations = {
  ends: "braces",
  never: WORDS,
  patterns: [
    pattern("^\\s*(?:function\\s+)?NAME\\s*\\(\\)\\s*\\{?\\s*$"),
    pattern("^\\s*function\\s+NAME\\b"),
  ],
};

/** By the ending of the file name. */
export const DECLARATIONS: ReadonlyMap<string, Declarations> = new Map(
  (
    [
      ["ts tsx mts cts js jsx mjs cjs vue svelte", SCRIPT],
      ["java kt kts cs swift scala c h cc cpp hpp cxx m dart", CURLY],
      ["go", GO],
      ["rs", RUST],
      ["php", PHP],
      ["py pyi", PYTHON],
      ["rb rake", RUBY],
      ["sh bash", SHELL],
    ] as const
  ).flatMap(([endings, language]) => endings.split(" ").map((ending) => [ending, language] as const)),
);
