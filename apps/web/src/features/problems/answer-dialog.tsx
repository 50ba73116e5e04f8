import { useState } from 'react';
import * as z from 'zod/mini';
import {
  MAX_LENGTH,
  marketFee,
  type OrderProblem,
  type ProblemOutcome,
  problemOutcomeSchema,
  textSchema,
  toCents,
  toDollars,
  UNITS,
} from '#libs/contracts';
import { useOnline } from '../../lib/browser/device';
import { MONEY, toNumber, typedNumber } from '../../lib/forms/typed-number';
import { FormError, useForm } from '../../lib/forms/use-form';
import { formatMoney } from '../../lib/text/format';
import { Chip } from '../../ui/chip';
import { Dialog } from '../../ui/dialog';
import { Field, Form, FormActions, Textarea } from '../../ui/form';
import { NumberInput } from '../../ui/number-input';
import { Stepper } from '../../ui/stepper';
import { useToast } from '../../ui/toast';
import { ProblemCard } from './problem-card';
import { useAnswerProblem } from './problems';
import { problemsText, answerText as text } from './texts';

type Line = OrderProblem['lines'][number];

interface Props {
  /** The newest known version. */
  problem: OrderProblem;
  viewer: 'farmer' | 'admin';
  onClose: () => void;
}

/** Answers a report: money back by line, store credit, or neither with a reason. */
export default function AnswerDialog(props: Props) {
  return (
    <Dialog sheet open onClose={props.onClose} title={text.answerOf(props.problem.code)}>
      <ProblemCard problem={props.problem} viewer={props.viewer} />
      <AnswerForm {...props} />
    </Dialog>
  );
}

const schema = z.object({ reason: textSchema(MAX_LENGTH.reason, { lines: true, empty: true }) });

/** How much of a line is given back, and the typed amount of money. */
interface GivenBack {
  readonly quantity: number;
  readonly typed: string;
}

/** The price of an amount of a line, in dollars, and never above what can be given back. */
const priceOf = ({ price, refundable }: Line, quantity: number): number =>
  Math.min(refundable, toDollars(Math.round(toCents(price) * quantity)));

const givenBack = (line: Line, quantity: number): GivenBack => ({
  quantity,
  typed: typedNumber(priceOf(line, quantity), 2),
});

function AnswerForm({ problem, onClose }: Props) {
  const { lines, payment, feeRate, status } = problem;
  const toast = useToast();
  const online = useOnline();
  const answering = useAnswerProblem(problem);
  const [outcome, setOutcome] = useState<ProblemOutcome>('tender');
  const [given, setGiven] = useState<Readonly<Record<string, GivenBack>>>(() =>
    Object.fromEntries(lines.map((line) => [line.productId, givenBack(line, line.quantity)])),
  );
  const refunds = lines.map((line) => {
    const dollars = toNumber(given[line.productId]?.typed ?? '', MONEY);
    return { line, dollars: Number.isFinite(dollars) ? dollars : 0 };
  });
  const cents = refunds.reduce((sum, { dollars }) => sum + toCents(dollars), 0);
  const fee = marketFee(cents, feeRate);
  const isRefund = outcome !== 'none';
  const form = useForm({
    schema,
    onSubmit: async ({ reason }) => {
      const tooHigh = refunds.filter(({ line, dollars }) => dollars > line.refundable);
      if (isRefund && tooHigh.length > 0)
        throw new FormError(
          Object.fromEntries(
            tooHigh.map(({ line }) => [
              `amount-${line.productId}`,
              text.tooHigh(formatMoney(line.refundable)),
            ]),
          ),
        );
      if (isRefund && cents === 0) throw new FormError({ lines: text.missing });
      if (!isRefund && reason === '') throw new FormError({ reason: text.reasonMissing });
      await answering.mutateAsync({
        outcome,
        lines: refunds.flatMap(({ line: { productId }, dollars: amount }) =>
          isRefund && amount > 0 ? [{ productId, amount }] : [],
        ),
        ...(reason !== '' && { reason }),
      });
      toast({ title: text.done });
      onClose();
    },
  });
  const blocked = status === 'open' ? null : text.meanwhile;
  return (
    <Form
      form={form}
      className="mt-5"
      labels={{
        lines: text.lines,
        reason: isRefund ? text.reason : text.reasonNeeded,
        ...Object.fromEntries(
          lines.map(({ productId, name }) => [`amount-${productId}`, text.amountOf(name)]),
        ),
      }}
    >
      <fieldset>
        <legend className="mb-2 font-semibold">{text.how}</legend>
        <div className="flex flex-wrap gap-2">
          {problemOutcomeSchema.options.map((one) => (
            <Chip
              key={one}
              type="radio"
              name="outcome"
              label={text.outcomes[one]}
              checked={outcome === one}
              onChange={() => setOutcome(one)}
            />
          ))}
        </div>
        <p className="mt-2 text-sm text-ink-soft">
          {text.hints[outcome === 'tender' ? payment : outcome]}
        </p>
      </fieldset>
      {isRefund && (
        <fieldset id={`${form.id}-lines`} tabIndex={-1} className="grid gap-3">
          <legend className="mb-1 font-semibold">{text.lines}</legend>
          {form.errors.lines && (
            <p className="font-semibold text-tomato-ink">{form.errors.lines}</p>
          )}
          {lines.map((line) => (
            <RefundedLine
              key={line.productId}
              line={line}
              given={given[line.productId] ?? givenBack(line, 0)}
              onChange={(next) => {
                form.touch('lines');
                setGiven((now) => ({ ...now, [line.productId]: next }));
              }}
            />
          ))}
          <p className="flex justify-between gap-4 border-t border-rule pt-3 font-semibold">
            <span>{text.total}</span>
            <output className="tabular-nums">{formatMoney(toDollars(cents))}</output>
          </p>
          <p className="text-sm text-ink-soft">
            {text.cost(formatMoney(toDollars(cents - fee)), formatMoney(toDollars(fee)))}
          </p>
        </fieldset>
      )}
      <Field name="reason" label={isRefund ? text.reason : text.reasonNeeded} optional={isRefund}>
        <Textarea rows={3} maxLength={MAX_LENGTH.reason} required={!isRefund} />
      </Field>
      <FormActions
        cancel={problemsText.cancel}
        onCancel={onClose}
        send={text.send[outcome]}
        disabledReason={online ? blocked : problemsText.offline}
      />
    </Form>
  );
}

function RefundedLine({
  line,
  given,
  onChange,
}: {
  line: Line;
  given: GivenBack;
  onChange: (next: GivenBack) => void;
}) {
  const { productId, name, unit, came, refundable } = line;
  const grain = UNITS[unit].part / 1000;
  return (
    <div className="flex flex-wrap items-end gap-x-6 gap-y-3 rounded-md border border-rule p-3">
      <Field
        name={`amount-${productId}`}
        label={text.amountOf(name)}
        hint={text.most(formatMoney(refundable))}
      >
        <NumberInput
          kind={MONEY}
          value={given.typed}
          onChange={(typed) => onChange({ ...given, typed })}
        />
      </Field>
      <div className="grid gap-1">
        <span className="font-semibold">{problemsText.howMuch}</span>
        <Stepper
          name={name}
          unit={unit}
          value={given.quantity}
          step={Math.min(came, Math.max(grain, 0.5))}
          grain={grain}
          min={0}
          max={came}
          onChange={(quantity) => onChange(givenBack(line, quantity))}
        />
      </div>
    </div>
  );
}
