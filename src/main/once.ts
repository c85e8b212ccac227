/** Makes a value when it is first asked for, and keeps it. */
export function once<T>(make: () => T): (() => T) & { made(): boolean } {
  let value: { readonly it: T } | undefined;
  return Object.assign(
    () => {
      value ??= { it: make() };
      return value.it;
    },
    { made: () => value !== undefined },
  );
}
