import type { InputHTMLAttributes } from 'react';

/** A radio button or a checkbox as a chip with its label. */
export function Chip({
  label,
  type,
  ...rest
}: Omit<InputHTMLAttributes<HTMLInputElement>, 'className'> & {
  type: 'radio' | 'checkbox';
  label: string;
}) {
  return (
    <label className="inline-flex min-h-11 cursor-pointer items-center rounded-full border-2 border-rule px-3.5 font-semibold hover:bg-sunken has-checked:border-leaf has-checked:bg-leaf has-checked:text-on-leaf has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-leaf-ink">
      <input {...rest} type={type} className="sr-only" />
      {label}
    </label>
  );
}
