import {
  type GetPromptResult,
  type InputRequiredResult,
  inputRequired,
  type ServerContext,
} from "@modelcontextprotocol/server";
import { PNG } from "./media.ts";

interface FixturePrompt {
  readonly description: string;
  readonly arguments?: readonly { readonly name: string; readonly required: boolean }[];
  get(args: Readonly<Record<string, string>>, context: ServerContext): GetPromptResult | InputRequiredResult;
}

const user = (content: GetPromptResult["messages"][number]["content"]) => ({
  role: "user" as const,
  content,
});
const said = (text: string) => user({ type: "text", text });
const required = (...names: string[]) => names.map((name) => ({ name, required: true }));

export const PROMPTS: Readonly<Record<string, FixturePrompt>> = {
  test_simple_prompt: {
    description: "Says something",
    get: () => ({ messages: [said("This is a simple prompt for testing.")] }),
  },
  test_prompt_with_arguments: {
    description: "Says what it is given",
    arguments: required("arg1", "arg2"),
    get: ({ arg1, arg2 }) => ({ messages: [said(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`)] }),
  },
  test_prompt_with_embedded_resource: {
    description: "Shows a resource",
    arguments: required("resourceUri"),
    get: ({ resourceUri = "" }) => ({
      messages: [
        user({
          type: "resource",
          resource: {
            uri: resourceUri,
            mimeType: "text/plain",
            text: "Embedded resource content for testing.",
          },
        }),
        said("Please process the embedded resource above."),
      ],
    }),
  },
  test_prompt_with_image: {
    description: "Shows a picture",
    get: () => ({
      messages: [
        user({ type: "image", data: PNG, mimeType: "image/png" }),
        said("Please analyze the image above."),
      ],
    }),
  },
  test_input_required_result_prompt: {
    description: "Asks first",
    get(_, { mcpReq }) {
      const answer = mcpReq.inputResponses?.["user_context"];
      if (answer) return { messages: [said(`With the context ${JSON.stringify(answer)}`)] };
      return inputRequired({
        inputRequests: {
          user_context: inputRequired.elicit({
            message: "What context should the prompt use?",
            requestedSchema: {
              type: "object",
              properties: { context: { type: "string" } },
              required: ["context"],
            },
          }),
        },
      });
    },
  },
};
