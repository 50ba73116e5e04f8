import { ArrowRight } from 'lucide-react';
import { Link } from 'react-router-dom';
import type { AuditEntryDto, AuditState } from '#libs/contracts';
import { paths } from '../../../lib/paths';
import { formatDateTime } from '../../../lib/text/format';
import { type Column, DataTable } from '../../../ui/data-table';
import { Icon } from '../../../ui/icon';
import { auditText as text } from '../texts';
import { changedFields } from './changed-fields';
import type { AuditSearch } from './use-audit-filter';

const linkClass =
  'inline-flex min-h-11 items-center text-left font-semibold underline underline-offset-4 sm:min-h-6';

/** The entries in a table; actors and targets are buttons that filter by them. */
export function AuditTable({
  entries,
  onFilter,
}: {
  entries: readonly AuditEntryDto[];
  onFilter: (change: Partial<AuditSearch>) => void;
}) {
  const columns: Column<AuditEntryDto>[] = [
    {
      key: 'what',
      header: text.what,
      primary: true,
      cell: ({ action }) => text.actions[action],
    },
    {
      key: 'when',
      header: text.when,
      cell: ({ at }) => <time dateTime={at}>{formatDateTime(at)}</time>,
    },
    {
      key: 'who',
      header: text.who,
      cell: ({ actor }) =>
        actor === null ? (
          <span className="wrap-break-word">{text.system}</span>
        ) : (
          <button
            type="button"
            title={text.onlyActor(actor.name)}
            className={linkClass}
            onClick={() => onFilter({ actor: actor._id })}
          >
            {actor.name}
          </button>
        ),
    },
    { key: 'to', header: text.to, cell: (entry) => <Target entry={entry} onFilter={onFilter} /> },
    {
      key: 'change',
      header: text.change,
      cell: ({ before, after }) => <Change before={before} after={after} />,
    },
    {
      key: 'why',
      header: text.why,
      cell: ({ reason }) =>
        reason === null ? (
          <span className="text-ink-soft">{text.noReason}</span>
        ) : (
          <span className="font-quote italic">{reason}</span>
        ),
    },
  ];
  return (
    <DataTable
      caption={text.caption}
      columns={columns}
      rows={entries}
      rowKey={(entry) => entry._id}
      tableFrom="lg"
    />
  );
}

const targetPaths: Partial<Record<AuditEntryDto['target']['type'], (id: string) => string>> = {
  order: paths.order,
  product: paths.product,
};

function Target({
  entry: { target },
  onFilter,
}: {
  entry: AuditEntryDto;
  onFilter: (change: Partial<AuditSearch>) => void;
}) {
  const name = text.targets[target.type];
  const path = targetPaths[target.type]?.(target.id);
  return (
    <span className="flex flex-wrap items-baseline gap-x-2">
      <button
        type="button"
        title={text.onlyTarget(name)}
        className={linkClass}
        onClick={() => onFilter({ target: target.id })}
      >
        {name}
      </button>
      {target.name !== null && (
        // an order's code stays whole, and people's words may break
        <strong className={target.type === 'order' ? 'whitespace-nowrap' : undefined}>
          {target.name}
        </strong>
      )}
      {path === undefined ? (
        target.name === null && (
          <span className="font-mono text-xs text-ink-soft">{target.id.slice(-6)}</span>
        )
      ) : (
        <Link
          to={path}
          className="inline-flex min-h-6 items-center font-mono text-xs underline underline-offset-4"
        >
          {target.id.slice(-6)}
        </Link>
      )}
    </span>
  );
}

/** The changed fields with old and new values. */
function Change({ before, after }: { before: AuditState; after: AuditState }) {
  return (
    <dl className="grid gap-1">
      {changedFields(before, after).map((change) => (
        <div key={change.field} className="flex flex-wrap items-center gap-x-2">
          <dt className="text-sm text-ink-soft">{change.label}</dt>
          <dd className="flex flex-wrap items-center gap-x-1.5 wrap-anywhere tabular-nums">
            {change.before !== null && change.after !== null && (
              <>
                <s className="text-ink-soft">{change.before}</s>
                <Icon of={ArrowRight} size={14} />
                <span className="sr-only">{text.becomes}</span>
              </>
            )}
            <span className="font-semibold">{change.after ?? change.before}</span>
          </dd>
        </div>
      ))}
    </dl>
  );
}
