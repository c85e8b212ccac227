import type { ComponentChildren } from "preact";
import { useRef } from "preact/hooks";
import { changeQuery } from "../route/address.ts";
import { useTypedQuery } from "../route/use-typed-query.ts";
import { useShortcuts } from "../shell/shortcuts.ts";
import { strings } from "../strings.ts";
import type { Choice } from "./field.tsx";

/** The box that a list is searched with, by what the address has as `q`. The key `/` leads to it. */
export function SearchBox({
  label,
  hint,
  value,
}: {
  readonly label: string;
  readonly hint: string;
  readonly value: string;
}) {
  const input = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useTypedQuery("q", value);
  useShortcuts({
    "/": {
      meaning: strings.shortcuts.search,
      run: () => {
        input.current?.focus();
        input.current?.select();
      },
    },
  });
  return (
    <input
      ref={input}
      type="search"
      class="search-box"
      aria-label={label}
      placeholder={hint}
      value={typed}
      maxLength={500}
      dir="auto"
      autocomplete="off"
      onInput={(event) => setTyped(event.currentTarget.value)}
    />
  );
}

/** Fields that narrow a list down. They are open where there is room for them. */
export function FoldedFields({
  label,
  children,
}: {
  readonly label: string;
  readonly children: ComponentChildren;
}) {
  return (
    <details class="filters" open={matchMedia("(min-width: 48rem)").matches}>
      <summary>{label}</summary>
      <div class="filter-fields">{children}</div>
    </details>
  );
}

/** Takes everything that narrows a list down out of the address. */
export function ClearButton({ label, names }: { readonly label: string; readonly names: readonly string[] }) {
  const clear = () => changeQuery(Object.fromEntries(names.map((name) => [name, undefined])));
  return (
    <button type="button" class="button quiet" onClick={clear}>
      {label}
    </button>
  );
}

/** The choices of a filter, of which the first narrows nothing down. */
export const anyOr = (any: string, choices: readonly Choice[]): readonly Choice[] => [
  { value: "", label: any },
  ...choices,
];

export const choicesIn = (labels: Readonly<Record<string, string>>): readonly Choice[] =>
  Object.entries(labels).map(([value, label]) => ({ value, label }));

export const sameWords = (values: readonly string[]): readonly Choice[] =>
  values.map((value) => ({ value, label: value }));
