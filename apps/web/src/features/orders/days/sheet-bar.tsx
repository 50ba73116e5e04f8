import { ArrowLeft, Printer } from 'lucide-react';
import type { ReactNode } from 'react';
import { cx } from '../../../lib/cx';
import { paths } from '../../../lib/paths';
import { Button, LinkButton } from '../../../ui/button';
import { Field, Select } from '../../../ui/form';
import { Icon } from '../../../ui/icon';
import { Loading, Skeleton } from '../../../ui/skeleton';
import { EmptyState } from '../../../ui/states';
import { orderDaysText, sheetsText as text } from './texts';
import type { DayChoice } from './use-day';

/** Above what is printed: how much it is, the choices of paper, the button, and the way back. */
export function SheetBar({
  choice,
  count,
  printsCount = false,
  children,
}: {
  choice: DayChoice;
  count: string;
  /** Whether the count is the heading of what is printed. */
  printsCount?: boolean;
  children?: ReactNode;
}) {
  return (
    <div className={cx('mb-6 grid gap-3', printsCount ? 'print:mb-2' : 'print:hidden')}>
      <p role="status" className="font-semibold tabular-nums">
        {count}
      </p>
      <div className="flex flex-wrap items-end gap-4 print:hidden">
        {children}
        <Button icon={<Icon of={Printer} size={18} />} onClick={() => window.print()}>
          {text.print}
        </Button>
        <LinkButton
          tone="ghost"
          to={paths.farmOrders(choice)}
          icon={<Icon of={ArrowLeft} size={18} />}
        >
          {orderDaysText.toOrders}
        </LinkButton>
      </div>
    </div>
  );
}

/** The choice between A4 sheets and 4 × 6 in labels. */
export function PaperField({
  value,
  a4,
  onChange,
}: {
  value: 'a4' | 'label';
  a4: string;
  onChange: (value: string) => void;
}) {
  return (
    <Field name="paper" label={text.paper} className="min-w-40 flex-1 sm:flex-none">
      <Select value={value} onChange={(event) => onChange(event.target.value)}>
        <option value="a4">{a4}</option>
        <option value="label">{text.label}</option>
      </Select>
    </Field>
  );
}

export function SheetSkeleton() {
  return (
    <Loading>
      <Skeleton className="h-[32rem] max-w-2xl" />
    </Loading>
  );
}

export function NothingToPack({ choice }: { choice: DayChoice }) {
  return (
    <EmptyState
      title={text.none}
      action={<LinkButton to={paths.farmOrders(choice)}>{orderDaysText.toOrders}</LinkButton>}
    >
      {text.noneHint}
    </EmptyState>
  );
}
