import { Fragment } from 'react';
import { isolate, type OrderPart } from '#libs/contracts';
import { amountText } from './amounts';

/** Lines in one sentence; those of which nothing comes are struck through. */
export function LineList({ lines }: { lines: Readonly<OrderPart['lines']> }) {
  return lines.map((line, at) => {
    const words = `${amountText(line, line.unit)} ${isolate(line.name)}`;
    return (
      <Fragment key={line.productId}>
        {at > 0 && ', '}
        {line.quantity === 0 ? <s>{words}</s> : words}
      </Fragment>
    );
  });
}
