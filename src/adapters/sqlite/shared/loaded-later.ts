type Method = (...args: unknown[]) => Promise<unknown>;

/** The methods of a part of the store that is loaded when one of them is first called. */
export function loadedLater<T extends object, K extends string & keyof T>(
  names: readonly K[],
  load: () => Promise<T>,
): Pick<T, K> {
  const later = (name: K): Method => {
    return async (...args) => ((await load())[name] as Method)(...args);
  };
  return Object.fromEntries(names.map((name) => [name, later(name)])) as unknown as Pick<T, K>;
}
