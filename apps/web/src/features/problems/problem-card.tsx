import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { addDollars, type OrderProblem, type Role } from '#libs/contracts';
import { paths } from '../../lib/paths';
import { formatDateTime, formatMoney, formatQuantity } from '../../lib/text/format';
import { Badge } from '../../ui/badge';
import { Card } from '../../ui/card';
import { PictureLinks } from '../../ui/picture-links';
import { problemsText as text } from './texts';

/** A report with its answer. */
export function ProblemCard({
  problem,
  viewer,
  showsOrder = false,
  action,
}: {
  problem: OrderProblem;
  viewer: Role;
  /** Whether it stands outside of its order's page. */
  showsOrder?: boolean;
  action?: ReactNode;
}) {
  const { code, orderId, customer, farmName, lines, status, reportedAt } = problem;
  const titleId = `problem-${problem._id}`;
  const Heading = showsOrder ? 'h2' : 'h3';
  return (
    <Card as="article" compact aria-labelledby={titleId} className="grid min-w-0 gap-3">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1">
        <div className="min-w-0">
          <Heading
            id={titleId}
            className="flex flex-wrap items-center gap-x-2 font-sans text-base font-bold tracking-normal"
          >
            {showsOrder && (
              <Link
                to={paths.order(orderId)}
                className="inline-flex min-h-11 items-center underline decoration-rule decoration-2 underline-offset-4 hover:decoration-leaf-ink sm:min-h-6"
              >
                {code}
              </Link>
            )}
            <span className="min-w-0 break-words">
              {lines
                .map(({ quantity, unit, name }) => text.line(formatQuantity(quantity, unit), name))
                .join(', ')}
            </span>
          </Heading>
          <p className="text-sm text-ink-soft">
            {viewer === 'admin' && showsOrder && `${farmName} · `}
            {text.reported(customer.name, formatDateTime(reportedAt))}
          </p>
        </div>
        <Badge tone={status === 'open' ? 'butter' : 'leaf'}>
          {status === 'answered' ? text.answered : viewer === 'customer' ? text.waits : text.open}
        </Badge>
      </div>
      <ul className="grid gap-1">
        {lines.map(({ productId, name, kind }) => (
          <li key={productId} className="break-words">
            {lines.length > 1 && `${name}: `}
            {text.kinds[kind]}
          </li>
        ))}
      </ul>
      {problem.text !== null && (
        <p className="font-quote break-words whitespace-pre-line italic">
          {text.quoted(problem.text)}
        </p>
      )}
      <PictureLinks pictures={problem.pictures} label={text.pictures} nameOf={text.picture} />
      <Answer problem={problem} />
      {status === 'open' && viewer === 'customer' && (
        <p className="text-sm text-ink-soft">{text.sent(farmName)}</p>
      )}
      {action}
    </Card>
  );
}

function Answer({ problem: { answer, farmName, payment, lines } }: { problem: OrderProblem }) {
  if (answer === null) return null;
  const { outcome, amount, by, at, reason } = answer;
  // a refund gives back as credit what credit had paid
  const credit = outcome === 'credit' ? amount : (answer.credit ?? 0);
  const paidBack = addDollars(amount, -credit);
  const nameOf = (id: string) => lines.find(({ productId }) => productId === id)?.name ?? '';
  return (
    <blockquote className="grid gap-1 rounded-md border-l-4 border-leaf-ink bg-leaf-tint p-3 text-leaf-ink">
      {outcome === 'none' && <p className="font-semibold">{text.outcomes.none}</p>}
      {paidBack > 0 && (
        <p className="font-semibold">{text.outcomes[payment](formatMoney(paidBack))}</p>
      )}
      {credit > 0 && <p className="font-semibold">{text.outcomes.credit(formatMoney(credit))}</p>}
      {answer.lines.length > 1 && (
        <ul className="text-sm tabular-nums">
          {answer.lines.map((line) => (
            <li key={line.productId} className="flex justify-between gap-4">
              <span className="min-w-0 break-words">{nameOf(line.productId)}</span>
              <span>{formatMoney(line.amount)}</span>
            </li>
          ))}
        </ul>
      )}
      {reason !== null && (
        <p className="font-quote break-words whitespace-pre-line italic">{text.quoted(reason)}</p>
      )}
      <p className="text-sm">
        {text.answeredBy(by.role === 'admin' ? text.market : farmName, formatDateTime(at))}
      </p>
    </blockquote>
  );
}
