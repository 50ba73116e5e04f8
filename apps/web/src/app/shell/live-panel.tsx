import type { ReactNode } from 'react';
import { useSession } from '../../lib/session/session';
import { formatNumber } from '../../lib/text/format';
import { useLiveFigures } from '../../realtime/realtime-provider';
import { Dialog } from '../../ui/dialog';
import { ServerFigures } from './live-panel-server';
import { livePanelText as text } from './live-panel-texts';

/** This page's measurements of its live connection and, for admins, whether the server keeps up. */
export default function LivePanel({ onClose }: { onClose: () => void }) {
  const figures = useLiveFigures();
  const { user } = useSession();
  const ms = (value: number | null | undefined) =>
    value === null || value === undefined ? text.none : text.milliseconds(value);
  const count = (value = 0) => formatNumber(value);
  return (
    <Dialog open onClose={onClose} title={text.title}>
      <p className="text-ink-soft">{text.intro}</p>
      <dl className="mt-4 grid gap-x-6 gap-y-3 sm:grid-cols-2">
        <Row label={text.last}>{ms(figures?.lastMs)}</Row>
        <Row label={text.p95}>{ms(figures?.p95Ms)}</Row>
        <Row
          label={text.received}
          hint={figures && figures.replayed > 0 && text.replayed(figures.replayed)}
        >
          {count(figures?.received)}
        </Row>
        <Row label={text.gaps} hint={figures && figures.gaps > 0 && text.gapsHint}>
          {count(figures?.gaps)}
        </Row>
        <Row label={text.fetched}>{count(figures?.fetched)}</Row>
        <Row label={text.position}>
          <span className="font-mono text-sm break-all">{figures?.position ?? text.none}</span>
        </Row>
      </dl>
      {user?.role === 'admin' && <ServerFigures />}
    </Dialog>
  );
}

function Row({
  label,
  hint,
  children,
}: {
  label: string;
  hint?: string | false | null;
  children: ReactNode;
}) {
  return (
    <div>
      <dt className="text-sm text-ink-soft">{label}</dt>
      <dd className="font-semibold tabular-nums">
        {children}
        {hint && <span className="block text-sm font-normal text-ink-soft">{hint}</span>}
      </dd>
    </div>
  );
}
