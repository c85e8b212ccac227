import * as z from "zod";

const METHODS = ["get", "head", "post", "put", "patch", "delete"] as const;

const texts = z.union([z.string().min(1), z.array(z.string().min(1)).min(1)]);

const headerTexts = z.record(z.string().regex(/^[a-z-]+$/, "must be a header in lower case"), z.string());

/** The expected reply. JSON is compared without spaces: `"role":"admin"`. */
const Reply = z
  .strictObject({
    status: z.int().min(200).max(499).optional().describe("The HTTP status, 200 to 499."),
    contains: texts.optional().describe("A text, or several, that must stand in the body."),
    lacks: texts.optional().describe("A text, or several, that must not stand in the body."),
    headers: headerTexts
      .optional()
      .describe("Headers that must be there, each with a text that stands in it."),
    lacks_headers: headerTexts.optional().describe("Texts that must not stand in these headers."),
    over_ms: z.int().min(200).max(5000).optional().describe("It takes longer than this."),
    under_ms: z.int().min(200).max(5000).optional().describe("It takes less than this."),
  })
  .refine(
    (reply) => Object.keys(reply).length > 0,
    "must say something: status, contains, lacks, headers or a time",
  );
export type Reply = z.infer<typeof Reply>;

const path = z.string().regex(/^[/{]/, "must begin with /").optional();

const request = {
  as: z
    .string()
    .regex(/^[\w.-]+$/, "must be one word")
    .optional()
    .describe("Who asks; sent as `Authorization: Bearer <as>`. Nobody when left out."),
  get: path,
  head: path,
  post: path,
  put: path,
  patch: path,
  delete: path,
  headers: z.record(z.string(), z.string()).optional(),
  json: z.json().optional().describe("The body, sent as JSON."),
  body: z.string().optional().describe("The body as it is; name its type in headers."),
  base64: z.base64().optional().describe("The body as bytes in base64; name its type in headers."),
  times: z
    .int()
    .min(2)
    .max(200)
    .optional()
    .describe("Send it so often; {n} is 1, 2, 3, … and the last reply counts."),
  together: z
    .literal(true)
    .optional()
    .describe("Send all of `times` at once. Their replies are not judged; a later step shows what they did."),
  save: z
    .record(z.string().regex(/^\w+$/), z.string().min(1))
    .optional()
    .describe(
      "Values of the reply for later steps, by path: job: data.id is {job} from there on; headers.location is a header.",
    ),
};

const hasOneMethod = (step: Record<string, unknown>) =>
  METHODS.filter((method) => step[method] !== undefined).length === 1;
const ONE_METHOD = `must have one of ${METHODS.join(", ")}, with the path`;

const LegitimateStep = z
  .strictObject({ ...request, expect: Reply.optional().describe("Any 2xx when left out.") })
  .refine(hasOneMethod, ONE_METHOD);

const ExploitStep = z
  .strictObject({
    ...request,
    expect: Reply.optional().describe("What both programs answer; any 2xx when left out."),
    exploited: Reply.optional().describe("What the vulnerable program answers, and the fixed one does not."),
    held: Reply.optional().describe("What the fixed program answers, and the vulnerable one does not."),
  })
  .refine(hasOneMethod, ONE_METHOD)
  .refine(
    ({ exploited, held }) => (exploited === undefined) === (held === undefined),
    "must have both exploited and held, or neither",
  )
  .refine(
    ({ expect, exploited }) => expect === undefined || exploited === undefined,
    "must have either expect, or exploited and held",
  );
export type ExploitStep = z.infer<typeof ExploitStep>;

/** HTTP requests that show what the two examples of a threat do. */
export const ThreatProof = z.strictObject({
  exploit: z
    .array(ExploitStep)
    .min(1)
    .max(12)
    .refine((steps) => steps.some(({ exploited }) => exploited), "must have a step with exploited and held")
    .describe("The attack. The same requests go to both programs."),
  legitimate: z
    .array(LegitimateStep)
    .min(1)
    .max(12)
    .describe("What both programs must go on doing, for the same kinds of callers."),
});
export type ThreatProof = z.infer<typeof ThreatProof>;

export function requestOf(step: ExploitStep): { readonly method: string; readonly path: string } {
  const method = METHODS.find((name) => step[name] !== undefined);
  if (method === undefined) throw new Error(`A step ${ONE_METHOD}.`);
  return { method: method.toUpperCase(), path: step[method] ?? "/" };
}
