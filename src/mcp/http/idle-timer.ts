/** Notices that nothing happened for a while. */
export interface IdleTimer {
  readonly reached: Promise<void>;
  /** Called whenever something begins or ends. */
  look(): void;
  stop(): void;
}

export function idleTimer(idleMs: number | undefined, isIdle: () => boolean): IdleTimer {
  let timer: NodeJS.Timeout | undefined;
  let reach = (): void => {};
  const reached = new Promise<void>((resolve) => {
    reach = resolve;
  });
  const stop = (): void => clearTimeout(timer);
  const look = (): void => {
    stop();
    if (idleMs !== undefined && isIdle()) timer = setTimeout(reach, idleMs);
  };
  look();
  return { reached, look, stop };
}
