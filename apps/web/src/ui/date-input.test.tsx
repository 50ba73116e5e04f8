import { expect, it } from '@jest/globals';
import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { DateInput } from './date-input';
import { Field } from './form';

const reported: string[] = [];

/** A date field whose value its page keeps, as the filters do. */
function Page({ type = 'date' }: { type?: 'date' | 'datetime-local' }) {
  const [value, setValue] = useState('');
  return (
    <Field name="day" label="Day">
      <DateInput
        type={type}
        value={value}
        onChange={(whole) => {
          reported.push(whole);
          setValue(whole);
        }}
      />
      <button type="button" onClick={() => setValue('2026-12-24')}>
        Christmas
      </button>
    </Field>
  );
}

function open(page = <Page />): HTMLInputElement {
  reported.length = 0;
  render(page);
  return screen.getByLabelText('Day');
}

it('reports a date with its last digit, and keeps what was typed until then', () => {
  const field = open();
  for (const value of ['0002-11-20', '0020-11-20', '0202-11-20', '12026-11-20']) {
    fireEvent.input(field, { target: { value } });
    expect(field).toHaveValue(value);
  }
  expect(reported).toEqual([]);
  fireEvent.input(field, { target: { value: '2026-11-20' } });
  expect(reported).toEqual(['2026-11-20']);
  fireEvent.input(field, { target: { value: '' } });
  expect(reported).toEqual(['2026-11-20', '']);
});

it('says on leaving that a year is absurd, and is silent while one types', () => {
  const field = open();
  fireEvent.input(field, { target: { value: '0002-11-20' } });
  expect(field).not.toHaveAttribute('aria-invalid');
  fireEvent.blur(field);
  expect(field).toHaveAccessibleDescription(
    'Enter a date from January 1, 2000 to December 31, 2099.',
  );
  expect(field).toHaveAttribute('aria-invalid', 'true');
  fireEvent.input(field, { target: { value: '2026-11-20' } });
  expect(field).not.toHaveAttribute('aria-invalid');
});

it('takes the value of its page, also over what is being typed', async () => {
  const field = open();
  fireEvent.input(field, { target: { value: '0002-11-20' } });
  fireEvent.blur(field);
  await userEvent.click(screen.getByRole('button', { name: 'Christmas' }));
  expect(field).toHaveValue('2026-12-24');
  expect(field).not.toHaveAttribute('aria-invalid');
});

it('takes a pasted date, and says what is none', async () => {
  const user = userEvent.setup();
  const field = open();
  await user.click(field);
  await user.paste('11/20/2026');
  await user.paste('soon');
  expect(field).toHaveAccessibleDescription('“soon” is no date that can be read here.');
  expect(field).toHaveValue('2026-11-20');
  expect(reported).toEqual(['2026-11-20']);
});

it('takes a pasted date and time', async () => {
  const user = userEvent.setup();
  const field = open(<Page type="datetime-local" />);
  await user.click(field);
  await user.paste('November 20, 2026, 2:30 PM');
  expect(reported).toEqual(['2026-11-20T14:30']);
});

it('keeps what is typed while its page gives back earlier days', () => {
  reported.length = 0;
  const page = (value: string) => (
    <Field name="day" label="Day">
      <DateInput type="date" value={value} onChange={(whole) => reported.push(whole)} />
    </Field>
  );
  const { rerender } = render(page(''));
  const field = screen.getByLabelText('Day');
  for (const value of ['2026-02-20', '2026-02-03']) fireEvent.input(field, { target: { value } });
  expect(reported).toEqual(['2026-02-20', '2026-02-03']);
  rerender(page('2026-02-20'));
  expect(field).toHaveValue('2026-02-03');
  rerender(page('2026-02-03'));
  expect(field).toHaveValue('2026-02-03');
  rerender(page('2026-02-20'));
  expect(field).toHaveValue('2026-02-20');
});
