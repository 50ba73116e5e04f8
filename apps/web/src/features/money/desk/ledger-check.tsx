import { useEffect, useRef } from 'react';
import type { LedgerCheckDto, LedgerFault, MoneyDesk } from '#libs/contracts';
import { formatMonth } from '../../../lib/text/format';
import { Card, SectionTitle } from '../../../ui/card';
import { CheckButton, CheckResult } from '../../../ui/check-result';
import { type Column, DataTable } from '../../../ui/data-table';
import { useAnnounce } from '../../../ui/live-announcer';
import { useLedgerCheck } from '../money';
import { deskText as text } from '../texts';

/** The last check of the ledger: red, with the names of what is wrong, unless there are no differences. */
export function LedgerCheck({ desk: { check, closedMonth } }: { desk: MoneyDesk }) {
  const start = useLedgerCheck();
  useResultAnnouncements(check);
  const closed = closedMonth === null ? text.noneClosed : text.closedUpTo(formatMonth(closedMonth));
  return (
    <section aria-labelledby="check-title">
      <SectionTitle
        id="check-title"
        aside={<CheckButton shownId={check?._id ?? null} start={start} />}
      >
        {text.check}
      </SectionTitle>
      {check === null ? (
        <Card compact>
          <p>{text.neverChecked}</p>
          <p>{closed}</p>
        </Card>
      ) : (
        <CheckResult
          right={check.faultCount === 0}
          title={<h3 className="text-xl sm:text-2xl">{resultWords(check)}</h3>}
          check={check}
        >
          <p>{closed}</p>
        </CheckResult>
      )}
      {check !== null && check.faults.length > 0 && <Faults check={check} />}
    </section>
  );
}

const resultWords = ({ faultCount, journals, orders }: LedgerCheckDto): string =>
  faultCount === 0 ? text.allRight(journals, orders) : text.wrong(faultCount);

const columns: readonly Column<LedgerFault>[] = [
  {
    key: 'name',
    header: text.faultName,
    primary: true,
    cell: ({ name }) => <code className="font-semibold break-all">{name}</code>,
  },
  { key: 'kind', header: text.faultKind, cell: ({ kind }) => text.faultKinds[kind] },
  {
    key: 'detail',
    header: text.faultDetail,
    cell: ({ detail }) => <span className="min-w-0 break-words">{detail ?? text.noDetail}</span>,
  },
];

function Faults({ check: { faults, faultCount } }: { check: LedgerCheckDto }) {
  return (
    <div className="mt-4">
      <DataTable
        caption={text.faults}
        columns={columns}
        rows={faults}
        rowKey={({ kind, name }) => `${kind} ${name}`}
      />
      {faultCount > faults.length && (
        <p className="mt-2 text-sm text-ink-soft">{text.firstOnly(faults.length)}</p>
      )}
    </div>
  );
}

function useResultAnnouncements(check: LedgerCheckDto | null): void {
  const announce = useAnnounce('ledger-check');
  const before = useRef<string | null>(null);
  useEffect(() => {
    if (check === null) return;
    if (before.current !== null && before.current !== check._id)
      announce(text.checked(resultWords(check)));
    before.current = check._id;
  }, [check, announce]);
}
