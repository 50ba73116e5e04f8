import { useState } from 'react';
import { declineReasonSchema, type PickList } from '#libs/contracts';
import { useOnline } from '../../../lib/browser/device';
import { Button } from '../../../ui/button';
import { ReasonDialog } from '../../../ui/reason-form';
import { ordersText } from '../texts';
import type { Batch } from '../use-batch';
import { AmountRow } from './amount-row';
import { declineKinds } from './reasons';
import { type Hit, shared, sumOf } from './share';
import { shortsText as text } from './texts';
import { useUnread } from './use-unread';

type Product = PickList['products'][number];

/** A button and a dialog in which a farm says how much of a product there is, and which order gets how much. */
export function ShortProduct({
  product,
  hits,
  batch,
}: {
  product: Product;
  hits: readonly Hit[];
  batch: Batch;
}) {
  const online = useOnline();
  const [seen, setSeen] = useState<readonly Hit[] | null>(null);
  return (
    <>
      <Button
        tone="outline"
        size="sm"
        busy={hits.some(({ partId }) => batch.holds(partId, product.productId))}
        disabledReason={online ? null : ordersText.offline}
        onClick={() => setSeen(hits)}
        aria-label={text.shortOf(product.name)}
      >
        {text.short}
      </Button>
      {seen && (
        <ShortDialog
          product={product}
          hits={hits}
          seen={seen}
          batch={batch}
          onClose={() => setSeen(null)}
        />
      )}
    </>
  );
}

const versionsOf = (hits: readonly Hit[]) =>
  hits.map(({ partId, version }) => `${partId} ${version}`).join();

function ShortDialog({
  product: { productId, name, unit },
  hits,
  seen,
  batch,
  onClose,
}: {
  product: Product;
  hits: readonly Hit[];
  seen: readonly Hit[];
  batch: Batch;
  onClose: () => void;
}) {
  const [shares, setShares] = useState<ReadonlyMap<string, number>>(new Map());
  const unread = useUnread();
  const rows = hits.map((hit) => ({
    hit,
    to: Math.min(shares.get(hit.partId) ?? hit.quantity, hit.ordered),
  }));
  const changed = rows.filter(({ hit, to }) => to !== hit.quantity);
  const onlyAdds = changed.length > 0 && !changed.some(({ hit, to }) => to < hit.quantity);
  return (
    <ReasonDialog
      question={{
        title: text.productTitle(name),
        body: text.body,
        hint: text.reasonHint,
        required: false,
        confirm: text.changes(changed.length),
        cancel: ordersText.keep,
        notice: versionsOf(hits) === versionsOf(seen) ? null : text.changedMeanwhile,
        blocked: changed.length === 0 ? text.nothing : null,
        ...(!onlyAdds && { kinds: declineKinds }),
        content: (
          <>
            <ul className="border-y border-rule">
              <AmountRow
                title={text.all}
                name={name}
                unit={unit}
                ordered={sumOf(hits.map(({ ordered }) => ordered))}
                value={sumOf(rows.map(({ to }) => to))}
                onChange={(total) => setShares(shared(total, hits))}
                unread={unread.of('')}
              />
            </ul>
            <p className="text-sm text-ink-soft">{text.split}</p>
            <ul className="divide-y divide-rule border-y border-rule">
              {rows.map(({ hit: { partId, code, ordered, isAll }, to }) => (
                <AmountRow
                  key={partId}
                  title={code}
                  name={ordersText.orderTitle(code)}
                  unit={unit}
                  ordered={ordered}
                  value={to}
                  onChange={(share) => setShares((now) => new Map(now).set(partId, share))}
                  unread={unread.of(partId)}
                  hint={isAll && to === 0 ? text.ends : null}
                />
              ))}
            </ul>
          </>
        ),
      }}
      onClose={onClose}
      onConfirm={(reason, kind) => {
        if (unread.any() || changed.length === 0) return;
        // more than before needs no reason, but the request has one
        const declineReason = declineReasonSchema.safeParse(kind).data ?? 'other';
        batch.hold(
          changed.map(({ hit: { orderId, partId, version }, to }) => ({
            order: { _id: orderId },
            part: { _id: partId, version },
            change: {
              lines: [{ productId, quantity: to }],
              declineReason,
              ...(reason && { reason }),
            },
          })),
        );
        onClose();
      }}
    />
  );
}
