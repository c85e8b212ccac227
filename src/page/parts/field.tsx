import type { ComponentChildren } from "preact";
import { useId } from "preact/hooks";

interface FieldProps {
  readonly label: string;
  readonly hint?: string | undefined;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly isRequired?: boolean;
}

function Labelled({
  label,
  hint,
  id,
  children,
}: Pick<FieldProps, "label" | "hint"> & { readonly id: string; readonly children: ComponentChildren }) {
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {children}
      {hint ? (
        <p class="hint" id={`${id}-hint`}>
          {hint}
        </p>
      ) : null}
    </div>
  );
}

export function TextField({
  lines = 1,
  type = "text",
  ...props
}: FieldProps & { readonly lines?: number; readonly type?: "text" | "date" | "number" }) {
  const id = useId();
  const { label, hint, value, onChange, isRequired = false } = props;
  const common = {
    id,
    value,
    required: isRequired,
    dir: "auto",
    "aria-describedby": hint ? `${id}-hint` : undefined,
  } as const;
  return (
    <Labelled label={label} hint={hint} id={id}>
      {lines > 1 ? (
        <textarea {...common} rows={lines} onInput={(event) => onChange(event.currentTarget.value)} />
      ) : (
        <input
          {...common}
          type={type as "text"}
          autocomplete="off"
          onInput={(event) => onChange(event.currentTarget.value)}
        />
      )}
    </Labelled>
  );
}

export interface Choice {
  readonly value: string;
  readonly label: string;
}

export function SelectField({ choices, ...props }: FieldProps & { readonly choices: readonly Choice[] }) {
  const id = useId();
  const { label, hint, value, onChange } = props;
  return (
    <Labelled label={label} hint={hint} id={id}>
      <select id={id} value={value} onChange={(event) => onChange(event.currentTarget.value)}>
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.label}
          </option>
        ))}
      </select>
    </Labelled>
  );
}

/** One of a few, all of them visible. */
export function RadioField({ choices, ...props }: FieldProps & { readonly choices: readonly Choice[] }) {
  const name = useId();
  const { label, value, onChange } = props;
  return (
    <fieldset class="field">
      <legend>{label}</legend>
      <div class="radios">
        {choices.map((choice) => (
          <label key={choice.value}>
            <input
              type="radio"
              name={name}
              value={choice.value}
              checked={choice.value === value}
              onChange={() => onChange(choice.value)}
            />
            {choice.label}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
