import { Plus, Trash2 } from 'lucide-react';
import { MAX_ENTRIES } from '#libs/contracts';
import { Button, IconButton } from '../../ui/button';
import { DateInput } from '../../ui/date-input';
import { Field, Input, Select } from '../../ui/form';
import { Icon } from '../../ui/icon';
import type { ExceptionDraft, ScheduleDraft } from './schedule-draft';
import { daysText as text } from './texts';

/** Dates on which a schedule is closed, or has other times: rows that are added and removed. */
export function ExceptionsField({
  draft: { exceptions, opens, closes },
  onChange,
}: {
  draft: ScheduleDraft;
  onChange: (exceptions: ExceptionDraft[]) => void;
}) {
  const add = () => {
    const key = Math.max(-1, ...exceptions.map((one) => one.key)) + 1;
    onChange([...exceptions, { key, date: '', isOpen: false, from: opens, to: closes }]);
  };
  const set = (key: number, change: Partial<ExceptionDraft>) =>
    onChange(exceptions.map((one) => (one.key === key ? { ...one, ...change } : one)));
  return (
    <fieldset className="grid gap-4">
      <legend className="mb-1 font-semibold">{text.exceptions}</legend>
      <p className="text-sm text-ink-soft">{text.exceptionsHint}</p>
      {exceptions.map(({ key, date, isOpen, from, to }, at) => (
        <fieldset key={key} className="grid gap-4 rounded-md border border-rule p-4 sm:grid-cols-2">
          <legend className="sr-only">{text.exception(at + 1)}</legend>
          <Field name={`exceptions.${at}.date`} label={text.date}>
            <DateInput
              type="date"
              value={date}
              onChange={(whole) => set(key, { date: whole })}
              required
            />
          </Field>
          <div className="flex items-end gap-2">
            <Field name={`exceptions.${at}.kind`} label={text.kind} className="min-w-0 flex-1">
              <Select
                value={isOpen ? 'open' : 'closed'}
                onChange={({ target }) => set(key, { isOpen: target.value === 'open' })}
              >
                <option value="closed">{text.kinds.closed}</option>
                <option value="open">{text.kinds.open}</option>
              </Select>
            </Field>
            <IconButton
              label={text.removeException(at + 1)}
              onClick={() => onChange(exceptions.filter((one) => one.key !== key))}
            >
              <Icon of={Trash2} />
            </IconButton>
          </div>
          {isOpen && (
            <>
              <Field name={`exceptions.${at}.window.from`} label={text.opens}>
                <Input
                  type="time"
                  value={from}
                  onChange={({ target }) => set(key, { from: target.value })}
                />
              </Field>
              <Field name={`exceptions.${at}.window.to`} label={text.closes}>
                <Input
                  type="time"
                  value={to}
                  onChange={({ target }) => set(key, { to: target.value })}
                />
              </Field>
            </>
          )}
        </fieldset>
      ))}
      {exceptions.length < MAX_ENTRIES.exceptions && (
        <div>
          <Button tone="outline" size="sm" icon={<Icon of={Plus} size={18} />} onClick={add}>
            {text.addException}
          </Button>
        </div>
      )}
    </fieldset>
  );
}
