import { Check, X } from 'lucide-react';
import { useState } from 'react';
import { Link, useLocation } from 'react-router-dom';
import * as z from 'zod/mini';
import { type FarmRole, handOverCodeIn, handOverRefusedSchema } from '#libs/contracts';
import { ApiError, errorCode } from '../../../lib/api/api';
import { useOnline } from '../../../lib/browser/device';
import { cx } from '../../../lib/cx';
import { useForm } from '../../../lib/forms/use-form';
import { paths } from '../../../lib/paths';
import { formatDateTime, formatFullDay, formatMoney } from '../../../lib/text/format';
import { Button } from '../../../ui/button';
import { Card } from '../../../ui/card';
import { Field, Form, Input } from '../../../ui/form';
import { Icon } from '../../../ui/icon';
import { errorMessage } from '../../../ui/states';
import { statusText } from '../../../ui/texts';
import type { HandedOver } from './hand-over-ways';
import { inGroups, type Outcome, useHandOver } from './hand-overs';
import { Scanner } from './scanner';
import { handOverText as text } from './texts';

const formSchema = z.object({
  code: z.string().check(z.refine((typed) => handOverCodeIn(typed) !== null, text.codeWrong)),
});

/** A farm, or one of its crew, hands over by the codes of its customers: from the camera, or typed. */
export function HandOverScreen({ as }: { as: FarmRole }) {
  const { send, outcomes, isPending } = useHandOver(as);
  return (
    <div className="grid max-w-5xl items-start gap-6 lg:grid-cols-2">
      <Card className="grid gap-6">
        <Scanner
          onText={(read) => {
            const code = handOverCodeIn(read);
            if (code) void send(code);
          }}
        />
        <CodeForm onCode={send} busy={isPending} />
      </Card>
      <section aria-label={text.results} aria-live="polite" className="grid gap-3">
        {outcomes.map((outcome) => (
          <OutcomeCard key={outcome.id} outcome={outcome} as={as} />
        ))}
      </section>
    </div>
  );
}

function CodeForm({ onCode, busy }: { onCode: (code: string) => Promise<boolean>; busy: boolean }) {
  const online = useOnline();
  // the address in a QR code, opened by the phone's own camera app, has the code
  const [opened] = useState(handOverCodeIn(useLocation().hash));
  const form = useForm({
    schema: formSchema,
    onSubmit: async ({ code }, element) => {
      const known = handOverCodeIn(code);
      if (known && (await onCode(known))) element.reset();
    },
  });
  return (
    <Form form={form} aria-label={text.link}>
      <Field name="code" label={text.code} hint={text.codeHint}>
        <Input
          defaultValue={opened === null ? '' : inGroups(opened)}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
        />
      </Field>
      <Button type="submit" busy={form.busy || busy} disabledReason={online ? null : text.offline}>
        {text.send}
      </Button>
    </Form>
  );
}

function OutcomeCard({
  outcome: { handed, error, code, at },
  as,
}: {
  outcome: Outcome;
  as: FarmRole;
}) {
  const isDone = handed !== undefined;
  const refused = error instanceof ApiError ? detailsOf(error) : undefined;
  const order = as === 'owner' ? (handed?.orderId ?? refused?.orderId) : undefined;
  return (
    <article
      className={cx(
        'flex gap-3 rounded-md border-2 p-4',
        isDone
          ? 'border-leaf-ink bg-leaf-tint text-leaf-ink'
          : 'border-tomato-ink bg-tomato-tint text-tomato-ink',
      )}
    >
      <Icon of={isDone ? Check : X} size={24} />
      <div className="grid min-w-0 gap-1">
        <p className="font-semibold">
          {isDone ? text.done(handed.order) : text.refusedTitle(inGroups(code))}
        </p>
        {isDone ? <Done handed={handed} at={at} /> : <p>{reasonOf(error, refused, as)}</p>}
        {order && (
          <Link
            to={paths.order(order)}
            className="inline-flex min-h-11 w-fit items-center font-semibold underline underline-offset-4"
          >
            {text.look(handed?.order ?? refused?.order ?? '')}
          </Link>
        )}
      </div>
    </article>
  );
}

function Done({ handed, at }: { handed: HandedOver; at: string }) {
  const { customer, products, toCollect } = handed;
  return (
    <>
      <p>{text.doneBy(customer, formatDateTime(at))}</p>
      <p>{text.products(products)}</p>
      {toCollect !== false && toCollect !== 0 && (
        <p className="font-semibold">
          {toCollect === true ? text.collect : text.collectMoney(formatMoney(toCollect))}
        </p>
      )}
    </>
  );
}

const detailsOf = ({ problem }: ApiError) =>
  problem.code === 'HAND_OVER_REFUSED'
    ? handOverRefusedSchema.safeParse(problem.details).data
    : undefined;

/** Why nothing was handed over, as a sentence. */
function reasonOf(error: unknown, refused: ReturnType<typeof detailsOf>, as: FarmRole): string {
  if (errorCode(error) === 'HAND_OVER_CODE_UNKNOWN') return text.unknown;
  if (!refused) return errorMessage(error);
  const { reason, order = '', at, by = '', day, status = 'placed' } = refused;
  const { reasons } = text;
  switch (reason) {
    case 'other_farm':
      return reasons.other_farm;
    case 'delivered':
      return reasons.delivered(order, at ? formatDateTime(at) : '', by);
    case 'ended':
      return reasons.ended(order);
    case 'other_day':
      return reasons.other_day(order, day ? formatFullDay(day) : '');
    case 'other_role':
      return as === 'driver' ? reasons.notDelivered(order) : reasons.notPickedUp(order);
    case 'not_ready':
      return reasons.not_ready(order, statusText[status]);
  }
}
