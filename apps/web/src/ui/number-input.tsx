import { type InputHTMLAttributes, useState } from 'react';
import { type NumberKind, problemOf } from '../lib/forms/typed-number';
import { CheckedInput } from './form';

/** A text input for a number: never `type=number`, which drops what it cannot read in silence. */
export function NumberInput({
  kind,
  value,
  defaultValue = '',
  onChange,
  ...rest
}: {
  kind: NumberKind;
  /** The typed text, if the caller keeps it. */
  value?: string;
  defaultValue?: string;
  onChange?: (typed: string) => void;
} & Pick<InputHTMLAttributes<HTMLInputElement>, 'required'>) {
  const [own, setOwn] = useState(defaultValue);
  const [left, setLeft] = useState(false);
  const problem = problemOf(value ?? own, kind);
  return (
    <CheckedInput
      {...rest}
      inputMode="decimal"
      autoComplete="off"
      value={value ?? own}
      check={() => problem}
      problem={left ? problem : null}
      onChange={(event) => {
        setLeft(false);
        setOwn(event.target.value);
        onChange?.(event.target.value);
      }}
      onBlur={() => setLeft(true)}
    />
  );
}
