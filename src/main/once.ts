/** Creates a value on first use and keeps it. */
export function once<T>(make: () => T): (() => T) & { made(): boolean } {
  let cached: { readonly value: T } | undefined;
  return Object.assign(
    () => {
      cached ??= { value: make() };
      return cached.value;
    },
    { made: () => cached !== undefined },
  );
}
