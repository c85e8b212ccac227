export function build(): Promise<{
  readonly main: string;
  readonly mainBytes: number;
  readonly chunks: readonly { readonly name: string; readonly bytes: number }[];
}>;
