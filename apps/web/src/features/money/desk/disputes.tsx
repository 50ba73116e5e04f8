import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import type { OrderDisputed } from '#libs/contracts';
import { paths } from '../../../lib/paths';
import { formatMoney } from '../../../lib/text/format';
import { Card, SectionTitle } from '../../../ui/card';
import { ErrorState } from '../../../ui/states';
import { disputesQueryOptions } from '../money';
import { disputesText as text } from '../texts';
import { useNewAnnouncements } from './use-new-announcements';

const referenceOf = ({ reference }: OrderDisputed): string => reference;
const announced = ({ amount, code }: OrderDisputed): string =>
  text.announce(formatMoney(amount), code);

/** Payments that customers' banks have taken back, and what an admin has to do; nothing if there are none. */
export function Disputes() {
  const query = useQuery(disputesQueryOptions());
  useNewAnnouncements('disputes', query.data?.disputes, referenceOf, announced);
  if (query.isError) return <ErrorState query={query} title={text.failed} />;
  const disputes = query.data?.disputes ?? [];
  if (disputes.length === 0) return null;
  return (
    <section aria-labelledby="disputes-title">
      <SectionTitle id="disputes-title">{text.title}</SectionTitle>
      <p className="mb-4 max-w-2xl text-ink-soft">{text.lead}</p>
      <ul className="grid gap-3">
        {disputes.map(({ reference, orderId, code, amount }) => (
          <Card as="li" compact key={reference}>
            <strong>{text.taken(formatMoney(amount))}</strong>{' '}
            <Link to={paths.order(orderId)} className="underline">
              {text.order(code)}
            </Link>
            <p className="text-ink-soft break-all">{text.reference(reference)}</p>
          </Card>
        ))}
      </ul>
    </section>
  );
}
