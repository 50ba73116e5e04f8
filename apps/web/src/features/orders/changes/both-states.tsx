import type { ChangeRefusal, Id, OrderPart, ProductDto } from '#libs/contracts';
import { formatQuantity } from '../../../lib/text/format';
import { Button } from '../../../ui/button';
import { changeText as text } from './texts';
import { comesOf, type Draft, lineOf } from './use-draft';

/** What the order is now beside what the customer entered, after somebody else changed it or it closed. */
export function BothStates({
  part,
  draft,
  products,
  refusal,
}: {
  part: OrderPart;
  draft: Draft;
  products: readonly ProductDto[];
  /** Why it can no longer be changed; null if it can. */
  refusal: ChangeRefusal | null;
}) {
  const entered = new Map(draft.pending);
  const nameOf = (id: Id) => lineOf(part, id) ?? products.find(({ _id }) => _id === id);
  const rows = [...new Set([...entered.keys(), ...draft.moved])];
  const cell = 'border-t border-current/20 py-1.5 pr-2 text-left align-top font-normal last:pr-0';
  return (
    <div role="alert" className="mt-3 grid gap-3 rounded-md bg-butter-tint p-4 text-butter-ink">
      <div>
        <p className="font-semibold">{refusal ? text.ended[refusal] : text.moved}</p>
        <p className="text-sm">{refusal ? text.endedHint : text.movedHint}</p>
      </div>
      {rows.length > 0 && (
        <table className="w-full text-sm wrap-anywhere tabular-nums">
          <thead>
            <tr>
              {[text.product, text.nowColumn, text.yoursColumn].map((title) => (
                <th key={title} scope="col" className="pr-2 pb-1 text-left font-semibold">
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((id) => {
              const { name, unit } = nameOf(id) ?? { name: id, unit: 'each' as const };
              const wanted = entered.get(id);
              return (
                <tr key={id}>
                  <th scope="row" className={cell}>
                    {name}
                  </th>
                  <td className={cell}>{formatQuantity(comesOf(part, id), unit)}</td>
                  <td className={`${cell} font-semibold`}>
                    {wanted === undefined ? text.asItIs : formatQuantity(wanted, unit)}
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      )}
      {refusal === null && (
        <div>
          <Button tone="leaf" size="sm" onClick={draft.look}>
            {text.keepMine}
          </Button>
        </div>
      )}
    </div>
  );
}
