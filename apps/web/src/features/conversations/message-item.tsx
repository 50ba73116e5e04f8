import type { ReactNode } from 'react';
import type { UploadedPicture } from '#libs/contracts';
import { cx } from '../../lib/cx';
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
      <MessagePictures pictures={pictures} />
      {children}
    </li>
  );
}

export function MessagePictures({ pictures }: { pictures: readonly UploadedPicture[] }) {
  if (pictures.length === 0) return null;
  return (
    <ul aria-label={text.pictures} className="flex flex-wrap gap-2">
      {pictures.map(({ url, sizes }, at) => (
        <li key={url}>
          <a href={url} target="_blank" rel="noreferrer" className="block rounded-md">
            <img
              src={sizes?.[0]?.url ?? url}
              alt={text.picture(at + 1)}
              loading="lazy"
              className="size-20 rounded-md border border-rule object-cover"
            />
          </a>
        </li>
      ))}
    </ul>
  );
}
