import { useQueryClient } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { useRef, useState } from 'react';
import {
  isOrderable,
  lineTotal,
  type OrderDto,
  type OrderPart,
  type ProductDto,
  toCents,
  toDollars,
  toThousandths,
} from '#libs/contracts';
import { errorCode } from '../../../lib/api/api';
import { useOnline } from '../../../lib/browser/device';
import { cx } from '../../../lib/cx';
import { formatMoney, formatPerUnit, formatQuantity } from '../../../lib/text/format';
import { Button, IconButton } from '../../../ui/button';
import { Icon } from '../../../ui/icon';
import { ErrorState } from '../../../ui/states';
import { Thumb } from '../../../ui/thumb';
import { useToast } from '../../../ui/toast';
import { UnsavedGuard } from '../../../ui/unsaved-guard';
import { useChangePart } from '../change-part';
import { LineAmount } from '../line-amount';
import { orderQueryOptions } from '../orders';
import { isConflict } from '../take-step';
import { AmountField } from './amount-field';
import { amountProblem } from './amount-problem';
import { BothStates } from './both-states';
import { changeCost } from './change-cost';
import { type ChangeErrors, changeErrors, noErrors } from './change-errors';
import { ChangeSummary } from './change-summary';
import { useRefusal } from './change-until';
import { useFarmProducts } from './farm-products';
import { changeText as text } from './texts';
import { comesOf, lineOf, useDraft } from './use-draft';

/** Changes the lines of a part in its card; one tap commits everything as one change. */
export default function ChangeForm({
  order,
  part,
  onClose,
}: {
  order: OrderDto;
  part: OrderPart;
  onClose: () => void;
}) {
  const client = useQueryClient();
  const toast = useToast();
  const online = useOnline();
  const place = useRef<HTMLElement>(null);
  const { refusal } = useRefusal(part);
  const { query, products: sold, isComplete } = useFarmProducts(part.farmId);
  const { mutateAsync, isPending: isBusy } = useChangePart();
  const draft = useDraft(part);
  const [errors, setErrors] = useState<ChangeErrors>(noErrors);
  const { pending } = draft;
  // what the farm has taken off sale meanwhile stays on the screen
  const products = [
    ...sold,
    ...draft.added.filter(({ _id }) => !sold.some((one) => one._id === _id)),
  ];
  const productOf = (id: string) => products.find(({ _id }) => _id === id);
  const priceOf = (id: string) => lineOf(part, id)?.price ?? productOf(id)?.price ?? 0;
  const nameOf = (id: string) => (lineOf(part, id) ?? productOf(id))?.name ?? id;
  // one that is paused keeps its row until the next fetch
  const onSale = sold.filter(({ status, holidayUntil }) => status === 'live' && !holidayUntil);
  const isOnSale = (id: string) => onSale.some(({ _id }) => _id === id);
  const wanted = pending.map(([productId, quantity]) => ({
    productId,
    quantity,
    price: priceOf(productId),
  }));
  /** Why an amount cannot be had now, by product id. While the change is being saved, it takes of the stock itself. */
  const problems = new Map<string, string>();
  for (const [id, quantity] of isComplete && !isBusy ? pending : []) {
    const now = { product: productOf(id), isOnSale: isOnSale(id), taken: comesOf(part, id) };
    const problem = amountProblem(quantity, now);
    if (problem !== null) problems.set(id, problem);
  }
  const more = products.filter(
    ({ _id, available, minimum }) =>
      !lineOf(part, _id) && (draft.quantityOf(_id) > 0 || (available >= minimum && isOnSale(_id))),
  );
  const isEnd =
    pending.length > 0 &&
    [...part.lines.map(({ productId }) => productId), ...pending.map(([id]) => id)].every(
      (id) => draft.quantityOf(id) === 0,
    );
  const hasMoved = !isBusy && draft.moved.length > 0;

  const set: typeof draft.set = (product, quantity) => {
    const { [typeof product === 'string' ? product : product._id]: _, ...lines } = errors.lines;
    setErrors({ lines, whole: null });
    draft.set(product, quantity);
  };
  const finish = () => {
    toast({ title: text.done });
    onClose();
  };
  const commit = async () => {
    // a field asks what its text means
    const unread = place.current?.querySelector<HTMLElement>('[aria-invalid=true]');
    if (unread) return unread.focus();
    setErrors(noErrors);
    try {
      await mutateAsync({ orderId: order._id, part, change: { lines: wanted } });
      finish();
    } catch (error) {
      const fresh = client.getQueryData(orderQueryOptions(order._id).queryKey);
      const now = fresh?.parts.find(({ _id }) => _id === part._id);
      // the answer to an earlier attempt was lost, and it was done
      if (now && wanted.every((line) => comesOf(now, line.productId) === line.quantity))
        return finish();
      if (errorCode(error) === 'PRICE_CHANGED') void query.refetch();
      setErrors(
        isConflict(errorCode(error)) && errorCode(error) !== 'ORDER_CLOSED'
          ? { lines: {}, whole: text.retry }
          : changeErrors(
              error,
              wanted.map(({ productId }) => productId),
            ),
      );
    }
  };

  return (
    <section
      ref={place}
      aria-label={text.changeOf(part.farmName)}
      // what has the focus is scrolled clear of the bar below
      className="mt-3 print:hidden [&_button]:scroll-mb-48 [&_input]:scroll-mb-48"
    >
      <UnsavedGuard active={pending.length > 0 && !isBusy} />
      <ul aria-label={text.lines(part.farmName)}>
        {part.lines.map((line) => {
          const product = productOf(line.productId);
          const quantity = draft.quantityOf(line.productId);
          const canStep = product !== undefined && isOnSale(line.productId);
          return (
            <Row
              key={line.productId}
              image={line.image}
              name={line.name}
              price={`${formatMoney(line.price)} ${formatPerUnit(line.unit)}`}
              total={quantity > 0 || !canStep ? costOf(line.price, quantity) : null}
              was={
                quantity === line.quantity || line.quantity === 0
                  ? null
                  : formatQuantity(line.quantity, line.unit)
              }
              isGone={quantity === 0}
              error={problems.get(line.productId) ?? errors.lines[line.productId]}
            >
              {canStep ? (
                <AmountField
                  product={product}
                  quantity={quantity}
                  taken={line.quantity}
                  initial={line.quantity || firstAmount(product)}
                  isBack
                  onSet={(next) => set(line.productId, next)}
                />
              ) : (
                <FixedAmount
                  line={line}
                  quantity={quantity}
                  isOffSale={isComplete}
                  onKeep={() => set(line.productId, line.quantity)}
                />
              )}
              {quantity > 0 && (
                <IconButton label={text.remove(line.name)} onClick={() => set(line.productId, 0)}>
                  <Icon of={Trash2} size={18} />
                </IconButton>
              )}
            </Row>
          );
        })}
      </ul>
      {query.isError && sold.length === 0 ? (
        <ErrorState query={query} title={text.productsFailed} />
      ) : (
        <details className="border-t border-rule">
          <summary className="flex min-h-11 cursor-pointer items-center font-semibold text-leaf-ink underline-offset-4 hover:underline">
            + {text.addMore(part.farmName)}
          </summary>
          {more.length === 0 && query.isSuccess && (
            <p className="pb-3 text-sm text-ink-soft">{text.nothingMore}</p>
          )}
          <ul aria-label={text.addMore(part.farmName)}>
            {more.map((product) => {
              const quantity = draft.quantityOf(product._id);
              return (
                <Row
                  key={product._id}
                  image={product.image}
                  name={product.name}
                  price={priceText(product)}
                  total={quantity > 0 ? costOf(product.price, quantity) : null}
                  error={problems.get(product._id) ?? errors.lines[product._id]}
                >
                  <AmountField
                    product={product}
                    quantity={quantity}
                    taken={0}
                    initial={firstAmount(product)}
                    onSet={(next) => set(product, next)}
                  />
                </Row>
              );
            })}
          </ul>
        </details>
      )}
      {((refusal !== null && pending.length > 0) || hasMoved) && (
        <BothStates part={part} draft={draft} products={products} refusal={refusal} />
      )}
      {!online && pending.length > 0 && (
        <p role="status" className="mt-3 font-semibold">
          {text.offlineNote}
        </p>
      )}
      {errors.whole !== null && !hasMoved && refusal === null && (
        <p role="alert" className="mt-3 border-l-4 border-tomato-ink pl-3 font-semibold">
          {errors.whole}
        </p>
      )}
      {/* in reach, with what it costs, while a long list is gone through; clear of a phone's navigation */}
      <div className="sticky bottom-[calc(3.8rem+env(safe-area-inset-bottom))] z-10 mt-3 grid gap-2 border-t-2 border-rule bg-paper py-2 md:bottom-0 [@media(max-height:36rem)]:static">
        {pending.length > 0 && refusal === null ? (
          <ChangeSummary cost={changeCost(order, part._id, wanted)} isFlat />
        ) : (
          refusal === null && <p className="text-sm text-ink-soft">{text.nothingYet}</p>
        )}
        {isEnd && refusal === null && <p className="font-semibold">{text.endsPart}</p>}
        {problems.size > 0 && refusal === null && (
          <p className="font-semibold text-tomato-ink">
            {text.notAsEntered([...problems.keys()].map(nameOf))}
          </p>
        )}
        <div className="flex flex-wrap gap-2">
          <Button
            busy={isBusy}
            disabledReason={blockedBy({ online, refusal, hasMoved, pending, problems })}
            onClick={() => void commit()}
          >
            {isEnd ? text.commitEnd : text.commit}
          </Button>
          <Button tone="ghost" onClick={onClose}>
            {text.leave}
          </Button>
        </div>
      </div>
    </section>
  );
}

/** Why the change cannot be committed now; null if it can. */
function blockedBy({
  online,
  refusal,
  hasMoved,
  pending,
  problems,
}: {
  online: boolean;
  refusal: string | null;
  hasMoved: boolean;
  pending: readonly unknown[];
  problems: ReadonlyMap<string, string>;
}): string | null {
  if (refusal !== null) return text.notPossible;
  if (hasMoved) return text.blocked;
  if (pending.length === 0) return text.noneLeft;
  if (problems.size > 0) return text.impossible;
  return online ? null : text.offline;
}

/** The amount of a line that is not on sale: it can be kept as it is, or removed. */
function FixedAmount({
  line,
  quantity,
  isOffSale,
  onKeep,
}: {
  line: OrderPart['lines'][number];
  quantity: number;
  /** False while that is not known. */
  isOffSale: boolean;
  onKeep: () => void;
}) {
  const isAsItIs = quantity === line.quantity;
  const kept = formatQuantity(line.quantity, line.unit);
  return (
    <span className="flex flex-wrap items-center gap-2 text-sm text-ink-soft">
      <span>
        {isAsItIs ? <LineAmount line={line} /> : formatQuantity(quantity, line.unit)}
        {isOffSale && <span className="block">{text.notSold}</span>}
      </span>
      {!isAsItIs && (
        <Button tone="outline" size="sm" onClick={onKeep} aria-label={text.keepOf(kept, line.name)}>
          {text.keep(kept)}
        </Button>
      )}
    </span>
  );
}

const costOf = (price: number, quantity: number) =>
  formatMoney(toDollars(lineTotal(toCents(price), toThousandths(quantity))));

/** One unit if it can be ordered, else the least that can. */
const firstAmount = ({ step, minimum }: ProductDto) =>
  isOrderable(1000, toThousandths(step), toThousandths(minimum)) ? 1 : minimum;

const priceText = ({ price, unit, available, showsCount }: ProductDto) =>
  `${formatMoney(price)} ${formatPerUnit(unit)}${
    showsCount ? ` · ${text.stillLeft(formatQuantity(available, unit))}` : ''
  }`;

function Row({
  image,
  name,
  price,
  total,
  was = null,
  isGone = false,
  error,
  children,
}: {
  image: string;
  name: string;
  price: string;
  /** Null while nothing of it is wanted. */
  total: string | null;
  /** The amount in the order if another is wanted. */
  was?: string | null;
  isGone?: boolean;
  error: string | undefined;
  /** The controls of its amount. */
  children: React.ReactNode;
}) {
  return (
    <li className="grid grid-cols-[2.75rem_minmax(0,1fr)_auto] items-center gap-x-3 gap-y-2 border-t border-rule py-3 first:border-t-0">
      <Thumb src={image} className="size-11 rounded-md" />
      <span className="min-w-0">
        {isGone ? (
          <s className="text-ink-soft">{name}</s>
        ) : (
          <span className="font-semibold">{name}</span>
        )}
        <span className="block text-sm text-ink-soft tabular-nums">
          {was === null ? price : `${price} · ${text.was(was)}`}
        </span>
      </span>
      {total !== null && <span className="text-right tabular-nums">{total}</span>}
      <div
        className={cx(
          'flex flex-wrap items-center justify-between gap-2',
          // while nothing is wanted its button has the place of the total
          total === null
            ? 'col-start-3 row-start-1'
            : 'col-span-2 col-start-2 max-xs:col-span-full max-xs:col-start-1',
        )}
      >
        {children}
      </div>
      {error !== undefined && (
        <p role="alert" className="col-span-full text-sm font-semibold text-tomato-ink">
          {error}
        </p>
      )}
    </li>
  );
}
