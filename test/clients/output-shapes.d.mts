/** What a hook may print, by the name of the shape; `mark` is the text that should reach the model. */
export const OUTPUT_SHAPES: Readonly<Record<string, (mark: string, event: string) => string>>;
