/** One answer of the scripted model. `call` is the name of a tool, or the end of it. */
export type Step =
  | { say: string; tokens?: number | undefined }
  | { call: string; with?: unknown; tokens?: number | undefined };

/** What the model was asked, as texts. `step` is the index of the step that answered it; titles and summaries take none. */
export type ModelRequest = {
  system: string;
  developer: string;
  messages: { role: string; text: string }[];
  tools: string[];
  isSummary: boolean;
  step?: number | undefined;
};

type Files = Record<string, unknown>;
type Folders = { home: string; repo: string; model: string };

export type Client = {
  name: string;
  package: string;
  file: string;
  protocol: unknown;
  command: (program: string) => string[];
  environment: (folders: Folders) => Record<string, string>;
  files?: Files;
  arguments: (asked: {
    prompt: string;
    resumes: boolean;
    flags: string[];
    repo: string;
    model: string;
  }) => string[];
};

export type Run = { code: number | null; late: boolean; out: string; err: string };

export function programOf(client: Client): Promise<string | undefined>;

export function runSession(session: {
  client: Client;
  home: string;
  repo: string;
  settings?: { home?: Files | undefined; repo?: Files | undefined } | undefined;
  prompts: (string | ((folders: Folders) => string[]))[];
  model: (Step | ((request: ModelRequest) => Step))[];
  env?: Record<string, string> | undefined;
  flags?: string[] | undefined;
  patience?: number | undefined;
}): Promise<{
  runs: Run[];
  exits: (number | null)[];
  output: string;
  requests: ModelRequest[];
  problems: string[];
  stepsTaken: number;
  refused: string[];
  environment: Record<string, string>;
}>;
