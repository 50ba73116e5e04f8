import { CloudOff, RotateCw } from 'lucide-react';
import type { ReactNode } from 'react';
import { ApiError } from '../lib/api/api';
import { ChunkError, NewVersionError, OfflineError } from '../lib/api/chunks';
import { Button, LinkButton } from './button';
import { Icon } from './icon';
import { uiText } from './texts';

/** An empty list: one sentence and one useful action. */
export function EmptyState({
  title,
  children,
  action,
  art,
}: {
  title: string;
  children?: ReactNode;
  action?: ReactNode;
  art?: ReactNode;
}) {
  return (
    <div className="mx-auto flex max-w-md flex-col items-center gap-3 px-4 py-14 text-center">
      {art ?? <EmptyCrate />}
      <p className="font-display text-2xl font-semibold">{title}</p>
      {children !== undefined && <div className="text-ink-soft">{children}</div>}
      {action !== undefined && <div className="mt-2">{action}</div>}
    </div>
  );
}

function EmptyCrate() {
  return (
    <svg width="132" height="92" viewBox="0 0 132 92" fill="none" aria-hidden="true">
      <g stroke="var(--edge)" strokeWidth="2.500" strokeLinejoin="round" strokeLinecap="round">
        <path d="M14 34h104l-7 50H21L14 34Z" fill="var(--butter-tint)" />
        <path d="M17.500 50h97M19.500 66h93" />
        <path d="M36 34l3 50M96 34l-3 50" />
      </g>
      <path
        d="M66 30c0-9 3-15 9-19M66 26c-2-9-9-13-18-12 1 8 8 13 18 12Z"
        stroke="var(--leaf-ink)"
        strokeWidth="2.500"
        strokeLinecap="round"
        fill="var(--leaf-tint)"
      />
    </svg>
  );
}

/** An error's message for users. */
export function errorMessage(error: unknown, otherwise: string = uiText.problem): string {
  if (error instanceof OfflineError) return uiText.offline;
  if (error instanceof ApiError) return error.problem.message;
  if (error instanceof NewVersionError) return uiText.newVersionTyped;
  if (error instanceof ChunkError) return `${uiText.partNotLoaded}. ${uiText.partNotLoadedReason}`;
  return otherwise;
}

/** The part of a query that {@link ErrorState} needs. */
interface FailedQuery {
  readonly error: unknown;
  readonly isFetching: boolean;
  /** Keeps its error in the query and never rejects. */
  readonly refetch: () => unknown;
}

/** A failed query: title, reason, the request id for support, and Retry. */
export function ErrorState({
  query,
  title = uiText.problem,
  message = (why) => why,
  otherwise,
}: {
  query: FailedQuery;
  title?: string;
  /** Formats the reason as a sentence. */
  message?: (why: string) => string;
  /** The reason for errors without a message for users. */
  otherwise?: string;
}) {
  const { error, isFetching, refetch } = query;
  const lacksFactor = error instanceof ApiError && error.problem.code === 'SECOND_FACTOR_MISSING';
  const requestId = error instanceof ApiError ? error.problem.requestId : '';
  return (
    <div
      role="alert"
      className="mx-auto flex w-full max-w-lg flex-col items-center gap-3 rounded-lg border border-rule bg-paper px-6 py-10 text-center"
    >
      <Icon of={CloudOff} size={36} className="text-tomato-ink" />
      <p className="font-display text-2xl font-semibold">{title}</p>
      <p className="text-ink-soft">{message(errorMessage(error, otherwise))}</p>
      {lacksFactor && (
        <LinkButton to="/dashboard/admin/profile#second-factor">{uiText.secondFactor}</LinkButton>
      )}
      <Button
        tone="outline"
        onClick={() => void refetch()}
        busy={isFetching}
        icon={<Icon of={RotateCw} size={18} />}
      >
        {uiText.retry}
      </Button>
      {requestId !== '' && (
        <p className="font-mono text-xs text-ink-soft">{uiText.requestId(requestId)}</p>
      )}
    </div>
  );
}
