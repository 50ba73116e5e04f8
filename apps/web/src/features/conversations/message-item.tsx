import type { ReactNode } from 'react';
import type { UploadedPicture } from '#libs/contracts';
import { cx } from '../../lib/cx';
import { PictureLinks } from '../../ui/picture-links';
import { talkText as text } from './texts';

/** One message: the own side's at the end of the line, the other's at its beginning. */
export function MessageItem({
  isOwn,
  head,
  words,
  pictures,
  children,
}: {
  isOwn: boolean;
  head: ReactNode;
  /** Shown as it is: no address in it becomes a link. */
  words: string;
  pictures: readonly UploadedPicture[];
  children?: ReactNode;
}) {
  return (
    <li
      className={cx(
        'grid w-fit max-w-[min(90%,36rem)] gap-1 rounded-lg p-3',
        isOwn ? 'justify-self-end bg-leaf-tint text-leaf-ink' : 'bg-sunken',
      )}
    >
      <p className="text-sm">{head}</p>
      {words !== '' && (
        <p dir="auto" className="break-words whitespace-pre-line">
          {words}
        </p>
      )}
      <PictureLinks pictures={pictures} label={text.pictures} nameOf={text.picture} />
      {children}
    </li>
  );
}
