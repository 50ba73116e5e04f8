import { useState } from 'react';
import type { SalesDay } from '#libs/contracts';
import { Button } from '../../ui/button';
import { Card } from '../../ui/card';
import { CheckResult } from '../../ui/check-result';
import { TableFile } from '../../ui/download-button';
import { Figure, Tick } from '../../ui/figure';
import { ChoiceFilter, DayFilter, FilterChips, SearchFilter } from '../../ui/filters';
import { LiveRows, NewRowsButton } from '../../ui/live-rows';
import { LoadMore } from '../../ui/load-more';
import { SalesChart } from '../../ui/sales-chart';
import { LoadingRows } from '../../ui/skeleton';
import { Part, Row } from './dev-ui-part';
import { devText as text } from './dev-ui-texts';

const DAYS = 14;
const lastPage = {
  hasNextPage: false,
  isFetchingNextPage: false,
  isFetchNextPageError: false,
  error: null,
  fetchNextPage: async () => undefined,
};

/** Two weeks of sample sales; one day has none. */
function sampleDays(): SalesDay[] {
  return Array.from({ length: DAYS }, (_, at) => {
    const orders = at === 3 ? 0 : 2 + ((at * 5) % 7);
    const revenue = orders * 23.5;
    const day = new Date(Date.UTC(2026, 9, 1 + at)).toISOString().slice(0, 10);
    const average = orders === 0 ? 0 : 23.5;
    return { day, orders, revenue, average, hours: [], categories: {}, version: 1 };
  });
}

/** The components of lists and figures. */
export function DataKit() {
  const [figure, setFigure] = useState(12);
  const [choice, setChoice] = useState('');
  const [day, setDay] = useState('');
  const [searchText, setWords] = useState('');
  return (
    <Part title={text.data}>
      <div className="grid gap-4 xs:grid-cols-2 lg:max-w-xl">
        <ChoiceFilter
          name="choice"
          label={text.choice}
          any={text.any}
          options={[['one', text.chip]]}
          value={choice}
          onChange={setChoice}
        />
        <SearchFilter label={text.find} value={searchText} onChange={setWords} />
        <DayFilter name="day" label={text.since} value={day} onChange={setDay} />
      </div>
      <FilterChips
        chips={[{ name: 'farm', label: text.chip }]}
        clear={text.clear}
        onDrop={() => undefined}
        onClear={() => setChoice('')}
      />
      <Crates />
      <LoadingRows rows={2} />
      <dl className="grid gap-4 sm:grid-cols-3">
        <Figure strong label={text.figure} value={String(figure)} hint={text.figureHint} />
        <Figure label={text.figure} value={String(figure)} to="/dev/ui" />
      </dl>
      <Row>
        <Button tone="outline" size="sm" onClick={() => setFigure(figure + 1)}>
          {text.count}
        </Button>
        <Tick>{String(figure)}</Tick>
      </Row>
      <SalesChart days={sampleDays()} />
      <Row>
        <TableFile
          name="crates.csv"
          of={text.data}
          columns={[text.figure]}
          rows={() => [[figure]]}
        />
      </Row>
    </Part>
  );
}

/** A list with new rows: it holds them back while the focus is inside it. */
function Crates() {
  const [crates, setCrates] = useState([3, 2, 1]);
  const rows = crates.map((n) => ({ _id: String(n).padStart(4, '0'), n }));
  const next = crates.length + 1;
  return (
    <>
      <Row>
        <Button tone="outline" size="sm" onClick={() => setCrates([next, ...crates])}>
          {text.arrive}
        </Button>
      </Row>
      <LiveRows
        query={lastPage}
        rows={rows}
        label={text.data}
        more={text.more}
        head={text.arrived(crates.length)}
      >
        {(shown) => (
          <ul className="grid gap-3 sm:grid-cols-3">
            {shown.map(({ _id, n }) => (
              <Card as="li" key={_id}>
                {text.arrived(n)}
              </Card>
            ))}
          </ul>
        )}
      </LiveRows>
      <div className="py-6">
        <NewRowsButton count={3} onShow={() => undefined} />
      </div>
      <LoadMore query={{ ...lastPage, hasNextPage: true }} label={text.more} />
      <div className="mt-6 grid gap-4">
        {[true, false].map((right) => (
          <CheckResult
            key={`${right}`}
            right={right}
            title={<p className="text-xl">{text.data}</p>}
            check={{ finishedAt: '2026-10-14T09:00:00.000Z', requestedBy: null }}
          />
        ))}
      </div>
    </>
  );
}
