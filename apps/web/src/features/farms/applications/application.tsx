import type { OwnFarmDto } from '#libs/contracts';
import { paths } from '../../../lib/paths';
import { formatDate, formatMoney } from '../../../lib/text/format';
import { Button, LinkButton } from '../../../ui/button';
import { Card } from '../../../ui/card';
import { StatusPill } from '../../../ui/status-pill';
import { applicationsText as text } from '../own-farm-texts';

export type Decision = 'approved' | 'refused';

/** One farm application with its facts and the buttons to decide. */
export function Application({
  farm,
  blocked,
  busy,
  onDecide,
}: {
  farm: OwnFarmDto;
  blocked: string | null;
  busy: boolean;
  onDecide: (decision: Decision) => void;
}) {
  const name = farm.name || text.noName;
  const refusal = farm.status === 'approved' ? text.stop : text.refuse;
  return (
    <Card as="article" aria-labelledby={`farm-${farm._id}`}>
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="min-w-0">
          <h2 id={`farm-${farm._id}`} className="text-2xl">
            {name}
          </h2>
          <p className="text-ink-soft">{farm.tagline}</p>
        </div>
        <StatusPill status={farm.status} />
      </div>
      <div className="drawn-rule my-4" aria-hidden="true" />
      <Facts farm={farm} />
      {farm.story === '' ? (
        <p className="mt-4 text-ink-soft">{text.noStory}</p>
      ) : (
        <details className="mt-4">
          <summary className="inline-flex min-h-11 items-center font-semibold text-leaf-ink underline underline-offset-4">
            {text.readStory}
          </summary>
          <p className="max-w-prose whitespace-pre-line">{farm.story}</p>
        </details>
      )}
      <div className="mt-4 flex flex-wrap gap-3">
        {farm.status !== 'approved' && (
          <Button
            tone="leaf"
            busy={busy}
            disabledReason={blocked}
            aria-label={text.for(text.approve, name)}
            onClick={() => onDecide('approved')}
          >
            {text.approve}
          </Button>
        )}
        {farm.status !== 'refused' && (
          <Button
            tone="danger"
            busy={busy}
            disabledReason={blocked}
            aria-label={text.for(refusal, name)}
            onClick={() => onDecide('refused')}
          >
            {refusal}
          </Button>
        )}
        {farm.status === 'approved' && (
          <LinkButton to={paths.farm(farm.slug)} tone="ghost">
            {text.seePage}
          </LinkButton>
        )}
      </div>
    </Card>
  );
}

function Facts({ farm }: { farm: OwnFarmDto }) {
  const { delivery, pickup } = farm.minimumOrder;
  const minimum =
    delivery === 0 && pickup === 0
      ? text.noMinimum
      : text.minimum(formatMoney(delivery), formatMoney(pickup));
  const facts: [label: string, value: string | null][] = [
    [text.facts.place, text.place(farm.city, farm.state)],
    [text.facts.ways, farm.fulfilment.map((way) => text.ways[way]).join(', ')],
    [text.facts.pickup, farm.pickupPlace],
    [text.facts.certification, farm.certification],
    [text.facts.practices, farm.practices.join(', ')],
    [text.facts.minimum, minimum],
  ];
  return (
    <>
      {farm.appliedAt !== null && (
        <p className="mb-3 text-sm text-ink-soft">
          <time dateTime={farm.appliedAt}>{text.asked(formatDate(farm.appliedAt))}</time>
        </p>
      )}
      <dl className="grid gap-x-6 gap-y-3 sm:grid-cols-2 lg:grid-cols-3">
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt className="text-sm text-ink-soft">{label}</dt>
            <dd className={value ? 'font-semibold' : 'text-ink-soft'}>{value || text.notGiven}</dd>
          </div>
        ))}
      </dl>
      {farm.decisionReason !== null && (
        <p className="mt-4 border-l-4 border-rule pl-3">
          <span className="block text-sm text-ink-soft">{text.facts.reason}</span>
          <span className="font-quote italic">{farm.decisionReason}</span>
        </p>
      )}
    </>
  );
}
