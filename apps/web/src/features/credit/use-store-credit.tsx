import { useQuery } from '@tanstack/react-query';
import { addDollars } from '#libs/contracts';
import { formatMoney } from '../../lib/text/format';
import { Button } from '../../ui/button';
import { Card } from '../../ui/card';
import { Checkbox } from '../../ui/form';
import { creditQueryOptions } from './credit';
import { creditText as text } from './texts';

interface Tick {
  readonly checked: boolean;
  /** What the order costs, in dollars. */
  readonly total: number;
  readonly onChange: (checked: boolean) => void;
}

/** The customer's store credit for the checkout: what there is, live, and the tick by which it is used. */
export function useStoreCredit() {
  const query = useQuery(creditQueryOptions());
  const balance = query.data?.balance ?? 0;
  return {
    balance,
    tick: (tick: Tick) =>
      query.isError && query.data === undefined ? (
        <Card compact className="flex flex-wrap items-center justify-between gap-3">
          <p role="alert">{text.failed}</p>
          <Button tone="outline" size="sm" busy={query.isFetching} onClick={() => query.refetch()}>
            {text.retry}
          </Button>
        </Card>
      ) : (
        balance > 0 && tick.total > 0 && <CreditTick balance={balance} {...tick} />
      ),
  };
}

function CreditTick({ balance, total, checked, onChange }: Tick & { balance: number }) {
  const used = Math.min(balance, total);
  const rest = addDollars(total, -used);
  const has = formatMoney(balance);
  return (
    <Card compact>
      <Checkbox
        label={text.tick(formatMoney(used))}
        hint={rest === 0 ? text.paysAll(has) : text.leaves(has, formatMoney(rest))}
        checked={checked}
        onChange={(event) => onChange(event.target.checked)}
      />
    </Card>
  );
}
