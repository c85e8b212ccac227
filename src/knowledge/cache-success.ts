/** Caches the result of `make`, but not a failure. */
export function cacheSuccess<T>(make: () => Promise<T>): () => Promise<T> {
  let value: Promise<T> | undefined;
  return () => {
    value ??= make().catch((cause: unknown) => {
      value = undefined;
      throw cause;
    });
    return value;
  };
}
