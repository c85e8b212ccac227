import {
  CLIENT_CAPABILITIES_META_KEY,
  type ClientCapabilities,
  inputRequired,
  inputResponse,
  type ServerContext,
} from "@modelcontextprotocol/server";
import { Fault } from "../../shared/errors.ts";
import { AskPerson, type Call, type Question } from "../../shared/operations/operation.ts";
import { lengthOf } from "../../shared/text.ts";
import type { ConnectionFacts, Request } from "./call.ts";
import type { AskedQuestion, StateVerdict } from "./question-states.ts";

/** The principal of a connection without keys. The states of its questions belong to one process, which serves it alone. */
const STDIO = "stdio";

/** `AskPerson` with the state that the client has to return together with the answer. */
class AskThroughClient extends AskPerson {
  readonly state: string;
  constructor(question: Question, state: string) {
    super(question);
    this.state = state;
  }
}

/** The tool that was called, with its arguments as they were sent. */
export interface CalledTool {
  readonly name: string;
  readonly args: unknown;
}

/**
 * Reads the person's answer from a request that was sent again, or throws `AskPerson` so that the client asks. An answer
 * counts only from a client that says it can ask, together with the state that went out with this question.
 */
export function consentOf(
  { key, questionStates: states }: ConnectionFacts,
  project: string,
  { name: tool, args }: CalledTool,
  { server, context: { mcpReq } }: Request,
): Pick<Call, "consent" | "mayReportConsent"> {
  if (!states) return { consent: () => undefined, mayReportConsent: false };
  /** A call may ask the same question again when it retries, and its state can be used only once. */
  const checked = new Set<string>();
  const consent = (question: Question): boolean | undefined => {
    const answer = inputResponse(mcpReq.inputResponses, question.key);
    const askable = canAsk(server, mcpReq.envelope);
    const asked: AskedQuestion = { question, principal: key ?? STDIO, project, tool, args };
    if (answer.kind !== "elicit") {
      if (!askable) return undefined;
      if (lengthOf(question.text) > MOST_CHARACTERS) throw tooLong(question);
      throw new AskThroughClient(question, states.issue(asked));
    }
    if (!askable) throw refusedAnswer(CANNOT_ASK, "cannot_ask");
    const whole = JSON.stringify([question.key, question.text]);
    if (!checked.has(whole)) {
      const verdict = states.redeem(mcpReq.requestState(), asked);
      if (verdict !== "valid") throw refusedAnswer(REFUSALS[verdict], `${verdict}_state`);
      checked.add(whole);
    }
    return answer.action === "accept" && answer.content?.["confirm"] === true;
  };
  return { consent, mayReportConsent: true };
}

/** A client shows a question in a window or a terminal. Of more than this nobody knows what was seen of it. */
const MOST_CHARACTERS = 4_000;

function tooLong({ text }: Question): Fault {
  const characters = lengthOf(text).toLocaleString("en");
  return new Fault(
    "invalid",
    `What a person would have to agree to is too long to be shown in a question: it has ${characters} characters, and ${MOST_CHARACTERS.toLocaleString("en")} are shown.`,
    {
      reason: "too_long_to_ask",
      received: lengthOf(text),
      hint: "Nothing was written. Say it in fewer words, or ask the person, who can do it at a terminal or on the page.",
    },
  );
}

/** The question as the SDK wants it. A 2026 client gets it as a result, an older one as a request. */
export function questionResult(error: AskPerson) {
  return inputRequired({
    inputRequests: { [error.question.key]: inputRequired.elicit(form(error.question)) },
    ...(error instanceof AskThroughClient && { requestState: error.state }),
  });
}

const CANNOT_ASK =
  "The call answers a question for a person, and does not declare the capability elicitation, by which a client says that it can ask one.";

const REFUSALS: Readonly<Record<Exclude<StateVerdict, "valid">, string>> = {
  missing: "The call answers a question for a person without the requestState that came with the question.",
  unknown:
    "The call answers a question for a person with a requestState that this server did not issue, or that was changed.",
  expired: "The call answers a question for a person more than 10 minutes after it was asked.",
  other_question:
    "The call answers a question for a person with the requestState of another one: the key, project, tool, arguments or question differ.",
  used: "The call answers a question for a person that was answered already.",
};

function refusedAnswer(message: string, reason: string): Fault {
  return new Fault("forbidden", message, {
    reason,
    hint: "Nothing was written. Call again without the answer, and the person is asked anew.",
  });
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

/** The capabilities that a request of 2026-07-28 declares itself; before that, those that `initialize` declared. */
function canAsk(server: Request["server"], envelope: ServerContext["mcpReq"]["envelope"]): boolean {
  const declared = envelope
    ? (envelope as Record<string, ClientCapabilities>)[CLIENT_CAPABILITIES_META_KEY]
    : server.getClientCapabilities();
  const elicitation = declared?.elicitation;
  // A client that does not say how it can ask supports forms; one that only names `url` does not.
  return elicitation !== undefined && (elicitation.form !== undefined || elicitation.url === undefined);
}
