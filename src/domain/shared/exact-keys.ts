/** Every key of T is required, so that an optional one cannot be forgotten; its value may be undefined. */
export type EveryKey<T> = { [K in keyof Required<T>]: T[K] };

/** The type in the compiler's message when an input has a key that nothing reads. */
export interface ReachesNoField<Name> {
  readonly reachesNoField: Name;
}

/**
 * Intersect a parameter type with this (`T & NoOtherKeys<T, Known>`), and an argument with other keys does not compile.
 */
export type NoOtherKeys<T, Known extends PropertyKey> = [Exclude<keyof T, Known>] extends [never]
  ? unknown
  : ReachesNoField<Exclude<keyof T, Known>>;
