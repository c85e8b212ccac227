import { once } from "node:events";
import { connect as connectTo, createServer, type Server, type Socket } from "node:net";

/** What lies between a machine and the server of its team. */
export interface Between {
  readonly port: number;
  /** How many pieces of an answer came through. */
  readonly answers: number;
  passes(): Promise<void>;
  /** Connections come about and stay open, and nothing goes through any more. */
  isSilent(): void;
  isSlow(delayMs: number): void;
  /** Nobody listens, and who was connected is not any more. */
  refuses(): Promise<void>;
  close(): Promise<void>;
}

/** A port of its own in front of another one, which can behave like a bad network. */
export async function listenBetween(target: number): Promise<Between> {
  let mode: "pass" | "silent" | "slow" = "pass";
  let delayMs = 0;
  let answers = 0;
  let listening: Server | undefined;
  const sockets = new Set<Socket>();

  function pipe(from: Socket, to: Socket, isAnswer: boolean): void {
    // What came while it was slow must not be overtaken.
    let last = Promise.resolve();
    from.on("data", (piece) => {
      if (mode === "silent") return;
      const waits = mode === "slow" ? delayMs : 0;
      const due = new Promise<void>((resolve) => (waits === 0 ? resolve() : setTimeout(resolve, waits)));
      last = Promise.all([last, due]).then(() => {
        if (mode === "silent" || to.destroyed) return;
        if (isAnswer) answers += 1;
        to.write(piece);
      });
    });
    from.on("error", () => to.destroy());
    from.on("close", () => {
      sockets.delete(from);
      // The other side of a silent network does not hear of it.
      if (mode !== "silent") to.destroy();
    });
  }

  function accept(client: Socket): void {
    const server = connectTo({ host: "127.0.0.1", port: target });
    for (const socket of [client, server]) sockets.add(socket);
    pipe(client, server, false);
    pipe(server, client, true);
  }

  async function listen(port: number): Promise<Server> {
    const server = createServer(accept).listen(port, "127.0.0.1");
    await once(server, "listening");
    return server;
  }

  function hangUp(): void {
    for (const socket of sockets) socket.destroy();
    sockets.clear();
  }

  async function stopListening(): Promise<void> {
    const server = listening;
    listening = undefined;
    hangUp();
    if (!server) return;
    server.close();
    await once(server, "close");
  }

  listening = await listen(0);
  const address = listening.address();
  if (address === null || typeof address === "string") throw new Error("The system gave no port.");
  const { port } = address;
  return {
    port,
    get answers() {
      return answers;
    },
    async passes() {
      // A connection that lost something in between can never be understood again.
      if (mode === "silent") hangUp();
      mode = "pass";
      listening ??= await listen(port);
    },
    isSilent() {
      mode = "silent";
    },
    isSlow(ms) {
      delayMs = ms;
      mode = "slow";
    },
    refuses: stopListening,
    close: stopListening,
  };
}
