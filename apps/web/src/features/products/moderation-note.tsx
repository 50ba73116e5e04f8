import { useEffect, useRef } from 'react';
import type { OwnProductDto } from '#libs/contracts';
import { useAnnounce } from '../../ui/live-announcer';
import { productsText } from './texts';

/** An admin's reason for taking a product down or sending it back; announced when it arrives. */
export function ModerationNote({ product }: { product: OwnProductDto }) {
  const { name, moderation, status } = product;
  const announce = useAnnounce('moderation');
  const before = useRef(moderation);
  useEffect(() => {
    if (before.current === moderation) return;
    before.current = moderation;
    announce(
      moderation === null
        ? productsText.released(name)
        : productsText.takenDownBecause(name, moderation),
    );
  }, [moderation, name, announce]);
  if (moderation === null) {
    return status === 'review' ? (
      <p className="mt-1 max-w-80 text-sm font-normal text-butter-ink">{productsText.waits}</p>
    ) : null;
  }
  return (
    <p className="mt-1 max-w-80 rounded-sm border-l-4 border-tomato-ink bg-tomato-tint px-2 py-1 text-sm font-normal text-tomato-ink">
      {status === 'review' ? productsText.waitsAgain : productsText.sentBack}{' '}
      <q className="italic">{moderation}</q>
    </p>
  );
}
