import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, it } from "vitest";
import { readBindings } from "../../../src/access/sql/bindings.ts";
import { folderProject } from "../../../src/main/caller/folder-project.ts";
import { findProject } from "../../../src/main/caller/project.ts";
import { noCheckout } from "../../../src/shared/operations/checkout.ts";
import { PATIENT_GIT } from "../../support/git.ts";
import { openMemory } from "../../support/memory.ts";
import { workplace } from "../../support/project-files.ts";
import { silentLog } from "../../support/silent-log.ts";
import { succeed } from "../../support/tools.ts";
import { recordingLog } from "../stdio/connection.ts";
import { call, INITIALIZED, initialize, modernCall, type WireMessage } from "../stdio/messages.ts";
import {
  BOTH,
  type HttpSetup,
  json,
  modernHeaders,
  openHttp,
  type SentHeaders,
  type TestHttp,
} from "./open-http.ts";

const CAPTURE = [
  "membria_capture_decision",
  { statement: "Use PostgreSQL", alternatives: ["MySQL"], confidence: 0.8 },
] as const;

interface Captured {
  readonly project: string;
  readonly notices: readonly string[];
}

/** A client of the `initialize` family that works in these folders, and hears questions only while it waits for an answer. */
async function clientIn(
  http: TestHttp,
  token: string,
  folders: readonly string[] | undefined,
  sent: SentHeaders = {},
) {
  const roots = folders?.map((folder) => ({ uri: pathToFileURL(folder).href }));
  const opened = await http.post(initialize(0, roots ? { roots: {} } : {}), {
    token,
    headers: { Accept: BOTH, ...sent },
  });
  const headers = { Accept: BOTH, "Mcp-Session-Id": opened.headers.get("mcp-session-id") ?? "", ...sent };
  await http.post(INITIALIZED, { token, headers });
  let asked = 0;
  return {
    asked: () => asked,
    async capture(): Promise<Captured> {
      const response = await http.post(call(1, ...CAPTURE), { token, headers });
      for await (const message of messagesIn(response)) {
        if (message.method === "roots/list") {
          asked++;
          await http.post({ jsonrpc: "2.0", id: message.id, result: { roots } }, { token, headers });
        } else if (message.id === 1) return captured(message);
      }
      throw new Error("There was no answer.");
    },
  };
}

async function* messagesIn(response: Response): AsyncGenerator<WireMessage> {
  if (response.headers.get("content-type") === "application/json") {
    yield (await response.json()) as WireMessage;
    return;
  }
  let text = "";
  for await (const chunk of response.body ?? []) {
    text += new TextDecoder().decode(chunk);
    const lines = text.split("\n");
    text = lines.pop() ?? "";
    for (const line of lines) if (line.startsWith("data: {")) yield JSON.parse(line.slice("data: ".length));
  }
}

function captured({ result }: WireMessage): Captured {
  const { project, notices = [] } = (result?.["structuredContent"] ?? {}) as Partial<Captured>;
  return { project: project ?? "", notices: notices.filter((text) => text.includes("roject")) };
}

/** A server of this machine that finds projects as the program does, and the lines in its terminal. */
async function openServer(setup: HttpSetup = {}) {
  const { log, entries } = recordingLog();
  const memory = await openMemory();
  const settings = { project: undefined, dueDays: 30, dynamicExposure: false };
  const http = await openHttp({
    memory: { ...memory, log },
    folderProject: () =>
      folderProject({
        findProject: (roots) => findProject({ roots, git: PATIENT_GIT }, settings, memory),
        checkoutAt: () => noCheckout,
        log: silentLog,
        timers: memory.timers,
      }),
    ...setup,
  });
  const said = () =>
    entries.map(({ message }) => message).filter((text) => text.includes("uses the project"));
  const { id: key, token } = await http.key();
  return { http, memory, said, key, token, place: await workplace() };
}

describe("the project of a call over HTTP, with a key that is bound to none", () => {
  it("is the one of the folder that the client works in, which the first reply and the terminal say once", async () => {
    const { http, key, token, said, place } = await openServer();
    const client = await clientIn(http, token, [await place.clone("shop", "git@github.com:acme/shop.git")]);
    const project = "github.com/acme/shop";
    const notice = `The project "${project}" is used: it is the one of the folder that the client works in.`;
    expect(await client.capture()).toEqual({ project, notices: [notice] });
    expect(await client.capture()).toEqual({ project, notices: [] });
    expect(client.asked()).toBe(1);
    expect(said()).toEqual([
      `A client with the key ${key} uses the project "${project}", because it is the one of the folder that the client works in.`,
    ]);
  });

  it("is the one of the header first, and then the client is not asked", async () => {
    const { http, key, token, said, place } = await openServer();
    const folder = await place.clone("shop", "git@github.com:acme/shop.git");
    const client = await clientIn(http, token, [folder], { "Membria-Project": "depot" });
    expect(await client.capture()).toEqual({ project: "depot", notices: [] });
    expect(client.asked()).toBe(0);
    expect(said()).toEqual([
      `A client with the key ${key} uses the project "depot", because the header Membria-Project names it.`,
    ]);
  });

  it("is default where no folder is named or can be seen, or it has no project, and the reply says why", async () => {
    const { http, token, said, place } = await openServer();
    const because = async (folders: readonly string[] | undefined): Promise<string> => {
      const { project, notices } = await (await clientIn(http, token, folders)).capture();
      expect(project).toBe("default");
      expect(notices[0]).toContain("Send the header Membria-Project");
      return notices.join();
    };
    expect(await because(undefined)).toContain("does not say which folder it works in");
    expect(await because([join(place.path, "elsewhere")])).toContain("cannot see the folder");
    expect(await because([place.path])).toContain("not a git repository");
    const stateless = modernCall(1, ...CAPTURE);
    const headers = { ...modernHeaders(stateless), Accept: "application/json" };
    const answer = await json(await http.post(stateless, { token, headers }));
    expect(captured(answer).project).toBe("default");
    expect(said()).toEqual([
      expect.stringMatching(/uses the project "default", because nothing names another:/),
    ]);
  });

  it("follows a name in a project file only as on standard input and output", async () => {
    const { http, memory, token, place } = await openServer();
    await succeed(memory, ...CAPTURE, { project: "bank" });
    const claims = await place.clone("claims", "git@github.com:acme/claims.git", "bank");
    const { project, notices } = await (await clientIn(http, token, [claims])).capture();
    expect(project).toBe("github.com/acme/claims");
    expect(notices.join()).toContain('names the project "bank", which is not bound to this repository');
    const begins = await place.clone("begins", "git@github.com:acme/begins.git", "fresh");
    expect((await (await clientIn(http, token, [begins])).capture()).project).toBe("fresh");
    expect(await readBindings(memory, "fresh")).toMatchObject([{ reason: "first-use" }]);
  });
});

describe("a folder has no say", () => {
  it("with a key that is bound to a project, and with a client that may be on another machine", async () => {
    const { http, token, place } = await openServer();
    const folder = await place.clone("shop", "git@github.com:acme/shop.git");
    const bound = await clientIn(http, (await http.key({ project: "bank" })).token, [folder]);
    expect((await bound.capture()).project).toBe("bank");
    const proxied = await clientIn(http, token, [folder], { "X-Forwarded-For": "192.0.2.7" });
    expect((await proxied.capture()).project).toBe("default");
    const behind = await openServer({ address: { behindProxy: true } });
    const remote = await clientIn(behind.http, behind.token, [folder]);
    expect((await remote.capture()).project).toBe("default");
    expect([bound.asked(), proxied.asked(), remote.asked()]).toEqual([0, 0, 0]);
  });
});
