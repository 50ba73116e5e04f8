import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { dayOf, isolate, type OrderDto, type OrdersFilter, type Role } from '#libs/contracts';
import { serverNow } from '../../lib/api/server-clock';
import { useMatches } from '../../lib/browser/device';
import { paths } from '../../lib/paths';
import { formatDate, formatDay, formatMoney, formatTime, marketZone } from '../../lib/text/format';
import { type Column, DataTable } from '../../ui/data-table';
import { LoadMore } from '../../ui/load-more';
import { LoadingRows } from '../../ui/skeleton';
import { ErrorState } from '../../ui/states';
import { StatusPill } from '../../ui/status-pill';
import { slotLabel } from './days/day-words';
import { orderDaysText } from './days/texts';
import { ordersQueryOptions } from './orders';
import { PartActions } from './part-actions';
import { amountText, shownLines } from './shorts/amounts';
import { LineList } from './shorts/line-list';
import { ordersText } from './texts';
import { UnreadMessages } from './unread-messages';
import type { Batch } from './use-batch';
import { usePartCommands } from './use-part-commands';

const code: Column<OrderDto> = {
  key: 'code',
  header: ordersText.code,
  primary: true,
  cell: (order) => (
    <Link
      to={paths.order(order._id)}
      className="inline-flex min-h-11 items-center font-semibold whitespace-nowrap text-leaf-ink underline underline-offset-4 sm:min-h-6"
    >
      {order.code}
    </Link>
  ),
};
const date: Column<OrderDto> = {
  key: 'date',
  header: ordersText.date,
  cell: (order) => (
    <time dateTime={order.createdAt}>
      {formatDate(order.createdAt)}
      <span className="lg:max-xl:hidden">, {formatTime(order.createdAt)}</span>
    </time>
  ),
};
/** Tables without room for both the date of an order and its day. */
const NARROW_TABLE = '(64rem <= width < 80rem)';
/** Where the day of the hand-over stands beside it. */
const shortDate: Column<OrderDto> = {
  ...date,
  cell: ({ createdAt }) => {
    const [day, today] = [createdAt, serverNow()].map((moment) => dayOf(moment, marketZone()));
    const isThisYear = day?.slice(0, 4) === today?.slice(0, 4);
    return (
      <time dateTime={createdAt} className="whitespace-nowrap">
        {isThisYear ? formatDay(day ?? '') : formatDate(createdAt)}
      </time>
    );
  },
};
const hasSlot = ({ parts }: OrderDto) => parts.some(({ slot }) => slot !== null);
/** When the farm's own part is handed over. */
const slotColumn = (isDayKnown: boolean): Column<OrderDto> => ({
  key: 'slot',
  header: ordersText.slot,
  cell: ({ parts: [part] }) =>
    part?.slot ? (
      <time
        dateTime={part.slot.startAt}
        className="whitespace-nowrap lg:max-xl:block lg:max-xl:w-20 lg:max-xl:text-sm lg:max-xl:leading-tight lg:max-xl:whitespace-normal"
      >
        {slotLabel(part.slot, isDayKnown)}
      </time>
    ) : (
      <span className="text-ink-soft">{orderDaysText.none}</span>
    ),
});
const customer: Column<OrderDto> = {
  key: 'customer',
  header: ordersText.customer,
  cell: (order) => order.customer.name,
};
/** The customer, as a link that filters the list by them. */
const customerLink: Column<OrderDto> = {
  ...customer,
  cell: ({ customer: { _id, name } }) => (
    <FilterLink to={`?customer=${_id}`} label={ordersText.onlyCustomer(name)}>
      {name}
    </FilterLink>
  ),
};

function FilterLink({ to, label, children }: { to: string; label: string; children: string }) {
  return (
    <Link
      to={to}
      title={label}
      className="inline-flex min-h-11 items-center underline decoration-rule underline-offset-4 hover:decoration-leaf-ink sm:min-h-6"
    >
      {children}
    </Link>
  );
}

const total: Column<OrderDto> = {
  key: 'total',
  header: ordersText.total,
  align: 'end',
  cell: (order) => <span className="tabular-nums">{formatMoney(order.totalPrice)}</span>,
};
const status: Column<OrderDto> = {
  key: 'status',
  header: ordersText.status,
  cell: (order) => <StatusPill status={order.status} />,
};
const farms: Column<OrderDto> = {
  key: 'farms',
  header: ordersText.parts,
  cell: (order) => (
    <ul className="grid gap-1">
      {order.parts.map((part) => (
        <li key={part._id} className="flex flex-wrap items-center gap-2">
          <FilterLink to={`?farm=${part.farmId}`} label={ordersText.onlyFarm(part.farmName)}>
            {part.farmName}
          </FilterLink>{' '}
          <StatusPill status={part.status} />
        </li>
      ))}
    </ul>
  ),
};
const step: Column<OrderDto> = {
  key: 'step',
  header: ordersText.step,
  cell: (order) => order.parts.map((part) => <StatusPill key={part._id} status={part.status} />),
};
const content: Column<OrderDto> = {
  key: 'content',
  header: ordersText.content,
  cell: (order) => {
    const lines = order.parts.flatMap((part) => shownLines(part.lines, part));
    return (
      <span
        title={lines
          .map((line) => `${amountText(line, line.unit)} ${isolate(line.name)}`)
          .join(', ')}
        className="max-lg:text-right lg:block lg:max-w-20 lg:truncate xl:max-w-36 2xl:max-w-lg"
      >
        <LineList lines={lines} />
      </span>
    );
  },
};

/** The code, with the messages that the farm has not read. */
const codeForFarm = (selection: Selection | undefined): Column<OrderDto> => ({
  ...code,
  cell: (order) => (
    <span className="inline-flex items-center gap-2">
      {selection ? <SelectableCode order={order} {...selection} /> : code.cell(order)}
      {order.parts.map((part) => (
        <UnreadMessages key={part._id} order={order} part={part} side="farm" compact />
      ))}
    </span>
  ),
});

interface Selection {
  readonly selected: ReadonlySet<string>;
  readonly onSelect: (selected: ReadonlySet<string>) => void;
  readonly isSelectable: (order: OrderDto) => boolean;
}

function SelectableCode({
  order,
  selected,
  onSelect,
  isSelectable,
}: { order: OrderDto } & Selection) {
  const toggle = (on: boolean) => {
    const next = new Set(selected);
    if (on) next.add(order._id);
    else next.delete(order._id);
    onSelect(next);
  };
  return (
    <span className="inline-flex items-center gap-2">
      {isSelectable(order) ? (
        <input
          type="checkbox"
          aria-label={ordersText.selectOne(order.code)}
          checked={selected.has(order._id)}
          onChange={({ target }) => toggle(target.checked)}
          className="size-6 shrink-0 accent-(--leaf)"
        />
      ) : (
        <span className="size-6 shrink-0" />
      )}
      {code.cell(order)}
    </span>
  );
}

/** Orders in a table: with all parts for admins, with the own part and its next step for farmers. */
export function OrdersTable({
  orders,
  viewer,
  selection,
  isDayKnown = false,
  batch,
}: {
  orders: readonly OrderDto[];
  viewer: Role;
  selection?: Selection;
  /** Whether they are of one day, which the rows need not repeat. */
  isDayKnown?: boolean;
  /** Where a farm's declines wait to be sent. */
  batch?: Batch;
}) {
  const commands = usePartCommands(batch);
  const isNarrow = useMatches(NARROW_TABLE);
  const dated = isNarrow ? [] : [shortDate];
  if (viewer !== 'farmer') {
    return (
      <DataTable
        caption={ordersText.caption}
        columns={[code, date, customerLink, farms, status, total]}
        rows={orders}
        rowKey={(order) => order._id}
        tableFrom="lg"
      />
    );
  }
  return (
    <DataTable
      caption={ordersText.caption}
      columns={[
        codeForFarm(selection),
        // a farm without days tells its customers when
        ...(orders.some(hasSlot) ? [...dated, slotColumn(isDayKnown)] : [date]),
        customer,
        content,
        step,
        total,
      ]}
      rows={orders}
      rowKey={(order) => order._id}
      tableFrom="lg"
      isDense
      rowProps={(order) => ({ 'data-order': order._id, tabIndex: -1 })}
      actions={(order) => (
        <>
          {order.parts.map((part) => (
            <PartActions
              key={part._id}
              order={order}
              part={part}
              viewer="farmer"
              commands={commands}
              dense
            />
          ))}
          <Link
            to={paths.packingSlip(order._id)}
            aria-label={ordersText.slipShortOf(order.code)}
            className="inline-flex min-h-11 items-center text-sm font-semibold whitespace-nowrap underline underline-offset-4 lg:px-2 print:hidden"
          >
            {ordersText.slipShort}
          </Link>
        </>
      )}
    />
  );
}

/** The orders of a customer, or of a farm. */
export function OrdersOf({ filter }: { filter: Pick<OrdersFilter, 'customer' | 'farm'> }) {
  const query = useInfiniteQuery(ordersQueryOptions(filter));
  if (query.isPending) return <LoadingRows rows={3} />;
  if (query.data === undefined) return <ErrorState query={query} message={ordersText.loadError} />;
  const orders = query.data.pages.flatMap((page) => page.orders);
  if (orders.length === 0) return <p className="text-ink-soft">{ordersText.boardEmpty}</p>;
  return (
    <>
      <p className="mb-2 text-ink-soft">
        {ordersText.found(query.data.pages[0]?.total ?? orders.length)}
      </p>
      <OrdersTable orders={orders} viewer="admin" />
      <LoadMore query={query} label={ordersText.showMore} />
    </>
  );
}
