import type { Socket } from "node:net";

const MOST_BYTES = 4_000_000;

/** Uses the first line that comes. A longer one ends the connection. */
export function readLine(socket: Socket, use: (line: string) => void): void {
  const chunks: Buffer[] = [];
  let bytes = 0;
  socket.on("data", (chunk: Buffer) => {
    const end = chunk.indexOf(10);
    bytes += chunk.length;
    if (bytes > MOST_BYTES) socket.destroy();
    else if (end < 0) chunks.push(chunk);
    else use(Buffer.concat([...chunks, chunk.subarray(0, end)]).toString("utf8"));
  });
}
