/** All keys have to be there, those that may be undefined too: an optional one cannot be forgotten. */
export type EveryKey<T> = { [K in keyof Required<T>]: T[K] };

/** What the compiler shows for input that nobody takes up. */
export interface ReachesNoField<Name> {
  readonly reachesNoField: Name;
}

/** Takes a `T` that has none but the known keys; a parameter `T & NoOthers<…>` does not compile otherwise. */
export type NoOthers<T, Known extends PropertyKey> = [Exclude<keyof T, Known>] extends [never]
  ? unknown
  : ReachesNoField<Exclude<keyof T, Known>>;
