import { useEffect, useId, useRef } from 'react';
import { MAX_PRODUCT_PICTURES, type Picture } from '#libs/contracts';
import { useAnnounce } from '../../../ui/live-announcer';
import { UploadArea } from '../../../ui/upload-area';
import { uploadText } from '../../../ui/upload-texts';
import { useUploads } from '../../../ui/use-uploads';
import { editorText as text } from '../texts';
import { PictureRow } from './picture-row';

/** Adds, describes, orders and removes a product's pictures; all of it works by keyboard. */
export function PicturesField({
  pictures,
  onChange,
  onInFlight,
  buttonId,
}: {
  pictures: readonly Picture[];
  onChange: (change: (pictures: readonly Picture[]) => readonly Picture[]) => void;
  /** Called with the number of uploads in flight. */
  onInFlight: (count: number) => void;
  buttonId: string;
}) {
  const announce = useAnnounce('pictures');
  const hint = useId();
  const list = useRef<HTMLUListElement>(null);
  /** Key of the button that gets the focus after its row has moved. */
  const focusKey = useRef<string | null>(null);
  const room = MAX_PRODUCT_PICTURES - pictures.length;
  const uploading = useUploads({ room, max: MAX_PRODUCT_PICTURES }, (file, name) => {
    // without duplicates: the same file has the same URL
    onChange((now) =>
      now.some(({ url }) => url === file.url) ? now : [...now, { ...file, alt: '' }],
    );
    announce(uploadText.uploaded(name));
  });
  const { inFlight } = uploading;
  useEffect(() => onInFlight(inFlight), [inFlight, onInFlight]);
  useEffect(() => {
    if (focusKey.current === null) return;
    const selector = `[data-keep="${CSS.escape(focusKey.current)}"]`;
    list.current?.querySelector<HTMLElement>(selector)?.focus();
    focusKey.current = null;
  });

  const move = (at: number, to: number, button: string) => {
    if (to < 0 || to >= pictures.length) return;
    focusKey.current = button;
    onChange((now) => {
      const next = [...now];
      next.splice(to, 0, ...next.splice(at, 1));
      return next;
    });
    announce(text.moved(to + 1, pictures.length));
  };
  const remove = (at: number) => {
    const next = pictures[at + 1] ?? pictures[at - 1];
    if (next === undefined) document.getElementById(buttonId)?.focus();
    else focusKey.current = `remove ${next.url}`;
    onChange((now) => now.filter((_, one) => one !== at));
    announce(text.removed);
  };
  return (
    <div className="grid gap-4">
      <p id={hint} className="text-sm text-ink-soft">
        {text.picturesHint} {uploadText.limits}
      </p>
      {pictures.length > 0 && (
        <ul ref={list} className="grid gap-3">
          {pictures.map((picture, at) => (
            <PictureRow
              key={picture.url}
              picture={picture}
              at={at}
              of={pictures.length}
              onAlt={(alt) =>
                onChange((now) => now.map((one, n) => (n === at ? { ...one, alt } : one)))
              }
              onMove={(to, button) => move(at, to, button)}
              onRemove={() => remove(at)}
            />
          ))}
        </ul>
      )}
      <UploadArea
        uploading={uploading}
        label={text.addPictures}
        hintId={hint}
        buttonId={buttonId}
        full={room - inFlight <= 0 ? text.full : null}
        dropHere={text.dropHere}
        multiple
      />
    </div>
  );
}
