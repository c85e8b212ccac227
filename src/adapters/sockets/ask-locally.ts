import { connect } from "node:net";
import { readLine } from "./socket-line.ts";

/** Undefined if nobody answers in time. */
export function askLocally(path: string, line: string, withinMs: number): Promise<string | undefined> {
  return new Promise((resolve) => {
    const socket = connect(path);
    const end = (answer?: string): void => {
      clearTimeout(timer);
      socket.destroy();
      resolve(answer);
    };
    const timer = setTimeout(end, withinMs);
    socket.on("error", () => end());
    socket.on("close", () => end());
    socket.on("connect", () => socket.write(`${line}\n`));
    readLine(socket, end);
  });
}
