import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router-dom';
import { listedJobStateSchema, type QueueDepths, queueNameSchema } from '#libs/contracts';
import { formatNumber } from '../../lib/text/format';
import { Badge } from '../../ui/badge';
import { Button } from '../../ui/button';
import { SectionTitle } from '../../ui/card';
import { type Column, DataTable } from '../../ui/data-table';
import { Field, Select } from '../../ui/form';
import { LoadingRows } from '../../ui/skeleton';
import { ErrorState } from '../../ui/states';
import { queuesQueryOptions } from './jobs';
import { JobsList } from './jobs-list';
import { jobsText as text } from './texts';

type Depths = QueueDepths['queues'][number];

const number = (key: 'waiting' | 'active' | 'delayed'): Column<Depths> => ({
  key,
  header: text[key],
  align: 'end',
  cell: (queue) => <span className="tabular-nums">{formatNumber(queue[key])}</span>,
});
const columns: readonly Column<Depths>[] = [
  {
    key: 'queue',
    header: text.queue,
    primary: true,
    cell: ({ name }) => <code className="font-semibold">{name}</code>,
  },
  number('waiting'),
  number('active'),
  number('delayed'),
  {
    key: 'failed',
    header: text.failed,
    align: 'end',
    cell: ({ failed }) =>
      failed === 0 ? (
        <span className="tabular-nums">0</span>
      ) : (
        <Badge tone="tomato">{formatNumber(failed)}</Badge>
      ),
  },
];

/** All queues with their depths, and the jobs of the selected one, which is a search parameter. */
export function JobsScreen() {
  const [search, setSearch] = useSearchParams();
  const selected = queueNameSchema.safeParse(search.get('queue')).data;
  const state = listedJobStateSchema.safeParse(search.get('state')).data ?? 'failed';
  const query = useQuery(queuesQueryOptions());
  if (query.isPending) {
    return <LoadingRows rows={5} />;
  }
  if (query.data === undefined) {
    return <ErrorState query={query} title={text.failedToLoad} />;
  }
  const { queues } = query.data;
  const fallback = queues.find(({ failed }) => failed > 0) ?? queues[0];
  const queue = selected ?? fallback?.name;
  const setFilter = (change: { queue?: string; state?: string }) =>
    setSearch({ ...(queue && { queue }), state, ...change }, { replace: true });
  return (
    <div className="grid gap-12">
      <section aria-labelledby="queues-title">
        <SectionTitle id="queues-title">{text.queues}</SectionTitle>
        <DataTable
          caption={text.queues}
          columns={columns}
          rows={queues}
          rowKey={({ name }) => name}
          actions={({ name }) => (
            <Button
              size="sm"
              tone={name === queue ? 'leaf' : 'outline'}
              aria-pressed={name === queue}
              aria-label={text.open(name)}
              onClick={() => setFilter({ queue: name })}
            >
              {text.look}
            </Button>
          )}
        />
      </section>
      {queue !== undefined && (
        <section aria-labelledby="jobs-title">
          <SectionTitle
            id="jobs-title"
            aside={
              <div className="w-60">
                <Field name="state" label={text.state} hideLabel>
                  <Select
                    value={state}
                    onChange={(event) => setFilter({ state: event.target.value })}
                  >
                    {listedJobStateSchema.options.map((one) => (
                      <option key={one} value={one}>
                        {text.states[one]}
                      </option>
                    ))}
                  </Select>
                </Field>
              </div>
            }
          >
            {text.jobsOf(queue)}
          </SectionTitle>
          <JobsList key={`${queue} ${state}`} queue={queue} state={state} />
        </section>
      )}
    </div>
  );
}
