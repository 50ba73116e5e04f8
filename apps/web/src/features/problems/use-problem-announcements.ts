import { useEffect, useRef } from 'react';
import type { OrderProblem, Role } from '#libs/contracts';
import { useAnnounce } from '../../ui/live-announcer';
import { problemsText as text } from './texts';

/** Announces to screen readers what others report and answer. */
export function useProblemAnnouncements(
  problems: readonly OrderProblem[] | undefined,
  viewer: Role,
): void {
  const announce = useAnnounce('problems');
  const before = useRef(problems);
  useEffect(() => {
    const known = new Map(before.current?.map((one) => [one._id, one.status]));
    const isFirst = before.current === undefined;
    before.current = problems;
    if (isFirst || problems === undefined) return;
    for (const { _id, code, status } of problems) {
      if (viewer !== 'customer' && !known.has(_id)) announce(text.announcedOpen(code));
      if (known.get(_id) === 'open' && status === 'answered') announce(text.announcedAnswer(code));
    }
  }, [problems, viewer, announce]);
}
