import { once } from "node:events";
import { request as httpRequest, type IncomingHttpHeaders } from "node:http";
import { connect } from "node:net";
import { text } from "node:stream/consumers";

export interface RawResponse {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface RawRequest {
  readonly method?: string;
  /** Sent unchanged, without URL normalisation. */
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string | string[]>>;
  readonly body?: string;
}

/** What `fetch` will not send: any path, any `Host`. */
export async function rawRequest(url: string, sent: RawRequest = {}): Promise<RawResponse> {
  const { hostname, port } = new URL(url);
  const { method = "POST", path = "/mcp", headers = {}, body } = sent;
  const request = httpRequest({ hostname, port, method, path, headers, agent: false });
  request.end(body);
  const [response] = (await once(request, "response")) as [import("node:http").IncomingMessage];
  return { status: response.statusCode ?? 0, headers: response.headers, body: await text(response) };
}

/** Bytes on a socket, and all that comes back until the server hangs up. */
export async function rawBytes(url: string, bytes: string): Promise<string> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.on("error", () => {});
  socket.write(bytes);
  return text(socket).catch(() => "");
}
