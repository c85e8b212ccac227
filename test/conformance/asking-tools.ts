import {
  type ElicitRequestFormParams,
  type InputRequests,
  inputRequired,
  type ServerContext,
} from "@modelcontextprotocol/server";
import { capabilitiesOf, type FixtureTool, text } from "./fixture-tool.ts";
import { mintState, stateIn } from "./request-state.ts";

type Form = ElicitRequestFormParams["requestedSchema"];

const form = (property: string, field: Form["properties"][string] = { type: "string" }): Form => ({
  type: "object",
  properties: { [property]: field },
  required: [property],
});

const NAME = inputRequired.elicit({ message: "What is your name?", requestedSchema: form("name") });
const CONFIRM = inputRequired.elicit({
  message: "Please confirm",
  requestedSchema: form("ok", { type: "boolean" }),
});
const ROOTS = inputRequired.listRoots();
const sampling = (question: string, maxTokens: number) =>
  inputRequired.createMessage({
    messages: [{ role: "user", content: { type: "text", text: question } }],
    maxTokens,
  });

type Answers = Readonly<Record<string, Record<string, unknown>>>;
const answersOf = ({ mcpReq }: ServerContext): Answers => (mcpReq.inputResponses ?? {}) as Answers;

/** Asks until every question has an answer of the right kind. */
function asking(
  description: string,
  requests: InputRequests,
  isAnswer: (answers: Answers) => boolean,
  done: (answers: Answers) => string,
): FixtureTool {
  return {
    description,
    async call({ context }) {
      const answers = answersOf(context);
      return isAnswer(answers) ? text(done(answers)) : inputRequired({ inputRequests: requests });
    },
  };
}

const contentOf = (answers: Answers, key: string): Record<string, unknown> | undefined =>
  answers[key]?.["action"] === "accept" ? (answers[key]["content"] as Record<string, unknown>) : undefined;

const nameIn = (answers: Answers): unknown => contentOf(answers, "user_name")?.["name"];

/** The same, with a state that the client carries and that is signed. */
function remembering(description: string, requests: InputRequests, done: string): FixtureTool {
  return {
    description,
    async call({ context }) {
      const state = await stateIn(context);
      if (state && Object.keys(requests).every((key) => key in answersOf(context))) return text(done);
      return inputRequired({
        inputRequests: requests,
        requestState: await mintState(1),
      });
    },
  };
}

/** Without it a question goes out on the session's own stream, and is lost when that is not open yet. */
const onStreamOf = ({ mcpReq }: ServerContext) => ({ relatedRequestId: mcpReq.id });

const elicit = (description: string, message: string, requestedSchema: Form): FixtureTool => ({
  description,
  async call({ args, context }) {
    const asked = { message: String(args["message"] ?? message), requestedSchema };
    const result = await context.mcpReq.elicitInput(asked, onStreamOf(context));
    return text(
      `Elicitation completed: action=${result.action}, content=${JSON.stringify(result.content ?? {})}`,
    );
  },
});

const OPTIONS = ["option1", "option2", "option3"];
const TITLED = [1, 2, 3].map((n) => ({ const: `value${n}`, title: `Option ${n}` }));

/** Tools that need an answer from the client: in a result (2026-07-28), or as a request of their own (before). */
export const ASKING_TOOLS: Readonly<Record<string, FixtureTool>> = {
  test_input_required_result_elicitation: asking(
    "Asks for a name",
    { user_name: NAME },
    (answers) => typeof nameIn(answers) === "string",
    (answers) => `Hello, ${nameIn(answers)}!`,
  ),
  test_streaming_elicitation: asking(
    "Asks for a name",
    { user_name: NAME },
    (answers) => typeof nameIn(answers) === "string",
    (answers) => `Hello, ${nameIn(answers)}!`,
  ),
  test_input_required_result_sampling: asking(
    "Asks the client's model",
    { capital_question: sampling("What is the capital of France?", 100) },
    (answers) => "capital_question" in answers,
    (answers) => JSON.stringify(answers["capital_question"]?.["content"]),
  ),
  test_input_required_result_list_roots: asking(
    "Asks for the client's folders",
    { client_roots: ROOTS },
    (answers) => Array.isArray(answers["client_roots"]?.["roots"]),
    (answers) => JSON.stringify(answers["client_roots"]),
  ),
  test_input_required_result_request_state: remembering("Asks once", { confirm: CONFIRM }, "state-ok"),
  test_input_required_result_tampered_state: remembering("Asks once", { confirm: CONFIRM }, "state-ok"),
  test_input_required_result_multiple_inputs: remembering(
    "Asks three things at once",
    { user_name: NAME, greeting: sampling("Generate a greeting", 50), client_roots: ROOTS },
    "Done",
  ),
  test_input_required_result_multi_round: {
    description: "Asks twice",
    async call({ context }) {
      const step = (await stateIn(context))?.step ?? 0;
      const answers = answersOf(context);
      if (step === 2 && "step2" in answers) return text("Done");
      const [key, message, property] =
        step === 1 && "step1" in answers
          ? (["step2", "Step 2: What is your favorite color?", "color"] as const)
          : (["step1", "Step 1: What is your name?", "name"] as const);
      return inputRequired({
        inputRequests: { [key]: inputRequired.elicit({ message, requestedSchema: form(property) }) },
        requestState: await mintState(key === "step1" ? 1 : 2),
      });
    },
  },
  test_input_required_result_capabilities: {
    description: "Asks only what the client can answer",
    async call(call) {
      const { elicitation, sampling: samples, roots } = capabilitiesOf(call);
      const inputRequests = {
        ...(elicitation && { user_name: NAME }),
        ...(samples && { greeting: sampling("Generate a greeting", 50) }),
        ...(roots && { client_roots: ROOTS }),
      };
      const answered = Object.keys(inputRequests).every((key) => key in answersOf(call.context));
      return answered ? text("Done") : inputRequired({ inputRequests });
    },
  },
  test_sampling: {
    description: "Asks the client's model",
    inputSchema: { type: "object", properties: { prompt: { type: "string" } }, required: ["prompt"] },
    async call({ args, context }) {
      const { content } = await context.mcpReq.requestSampling(
        {
          messages: [{ role: "user", content: { type: "text", text: String(args["prompt"]) } }],
          maxTokens: 100,
        },
        onStreamOf(context),
      );
      return text(`LLM response: ${JSON.stringify(content)}`);
    },
  },
  test_elicitation: {
    ...elicit("Asks the person", "", {
      type: "object",
      properties: {
        username: { type: "string", description: "User's response" },
        email: { type: "string", description: "User's email address" },
      },
      required: ["username", "email"],
    }),
    inputSchema: { type: "object", properties: { message: { type: "string" } }, required: ["message"] },
  },
  test_elicitation_sep1034_defaults: elicit("Asks with defaults", "Please check", {
    type: "object",
    properties: {
      name: { type: "string", default: "John Doe" },
      age: { type: "integer", default: 30 },
      score: { type: "number", default: 95.5 },
      status: { type: "string", enum: ["active", "inactive", "pending"], default: "active" },
      verified: { type: "boolean", default: true },
    },
    required: [],
  }),
  test_elicitation_sep1330_enums: elicit("Asks to choose", "Please choose", {
    type: "object",
    properties: {
      untitledSingle: { type: "string", enum: OPTIONS },
      titledSingle: { type: "string", oneOf: TITLED },
      legacyEnum: {
        type: "string",
        enum: ["opt1", "opt2", "opt3"],
        enumNames: ["Option One", "Option Two", "Option Three"],
      },
      untitledMulti: { type: "array", items: { type: "string", enum: OPTIONS } },
      titledMulti: { type: "array", items: { anyOf: TITLED } },
    },
    required: [],
  }),
};
