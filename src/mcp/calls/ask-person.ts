import {
  CLIENT_CAPABILITIES_META_KEY,
  type ClientCapabilities,
  inputRequired,
  inputResponse,
  type McpServer,
  type ServerContext,
} from "@modelcontextprotocol/server";
import { AskPerson, type Call, type Question } from "../../app/shared/operation.ts";

/** Reads the person's answer from a request that was sent again, or throws `AskPerson` so that the client asks. */
export function consentOf(server: McpServer["server"], { mcpReq }: ServerContext): Call["consent"] {
  return (question) => {
    const answer = inputResponse(mcpReq.inputResponses, question.key);
    if (answer.kind === "elicit") return answer.action === "accept" && answer.content?.["confirm"] === true;
    if (canAsk(server, mcpReq.envelope)) throw new AskPerson(question);
    return undefined;
  };
}

/** The question as the SDK wants it. A 2026 client gets it as a result, an older one as a request. */
export function questionResult({ question }: AskPerson) {
  return inputRequired({ inputRequests: { [question.key]: inputRequired.elicit(form(question)) } });
}

function form({ text }: Question) {
  return {
    message: text,
    requestedSchema: {
      type: "object" as const,
      properties: { confirm: { type: "boolean" as const, title: "Yes, do it", default: false } },
      required: ["confirm"],
    },
  };
}

function canAsk(server: McpServer["server"], envelope: ServerContext["mcpReq"]["envelope"]): boolean {
  const claimed = (envelope as Record<string, ClientCapabilities> | undefined)?.[
    CLIENT_CAPABILITIES_META_KEY
  ];
  const { elicitation } = claimed ?? server.getClientCapabilities() ?? {};
  // A client that does not say how it can ask supports forms; one that only names `url` does not.
  return elicitation !== undefined && (elicitation.form !== undefined || elicitation.url === undefined);
}
