import { ImagePlus } from 'lucide-react';
import { type DragEvent, useEffect, useId, useRef } from 'react';
import { MAX_PRODUCT_PICTURES, type Picture } from '#libs/contracts';
import { cx } from '../../../lib/cx';
import { useOnline } from '../../../lib/use-online';
import { Button } from '../../../ui/button';
import { Icon } from '../../../ui/icon';
import { useAnnounce } from '../../../ui/live-announcer';
import { PictureRow } from './picture-row';
import { editorText as text } from './texts';
import { UploadRow } from './upload-row';
import { PICTURE_TYPES, useUploads } from './use-uploads';

/** A product's pictures: added, described, put into order, taken out; all of it by keyboard too. */
export function PicturesField({
  pictures,
  onChange,
  onUnderWay,
  buttonId,
}: {
  pictures: readonly Picture[];
  onChange: (change: (pictures: readonly Picture[]) => readonly Picture[]) => void;
  /** How many are on their way to the server. */
  onUnderWay: (count: number) => void;
  buttonId: string;
}) {
  const online = useOnline();
  const announce = useAnnounce('pictures');
  const hint = useId();
  const input = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLUListElement>(null);
  /** The button that goes on having the focus when its row has moved. */
  const kept = useRef<string | null>(null);
  const room = MAX_PRODUCT_PICTURES - pictures.length;
  const { uploads, underWay, add, retry, drop } = useUploads(room, (file, name) => {
    // the same picture again is one picture
    onChange((now) =>
      now.some(({ url }) => url === file.url) ? now : [...now, { ...file, alt: '' }],
    );
    announce(text.uploaded(name));
  });
  useEffect(() => onUnderWay(underWay), [underWay, onUnderWay]);
  useEffect(() => {
    if (kept.current === null) return;
    const selector = `[data-keep="${CSS.escape(kept.current)}"]`;
    list.current?.querySelector<HTMLElement>(selector)?.focus();
    kept.current = null;
  });

  const move = (at: number, to: number, button: string) => {
    if (to < 0 || to >= pictures.length) return;
    kept.current = button;
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
    else kept.current = `remove ${next.url}`;
    onChange((now) => now.filter((_, one) => one !== at));
    announce(text.removed);
  };
  const full = room - underWay <= 0 ? text.full : null;
  const onDrop = (event: DragEvent) => {
    event.preventDefault();
    if (online) add([...event.dataTransfer.files]);
  };
  return (
    <div className="grid gap-4">
      <p id={hint} className="text-sm text-ink-soft">
        {text.picturesHint}
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
      {uploads.length > 0 && (
        <ul className="grid gap-3">
          {uploads.map((upload) => (
            <UploadRow key={upload.id} upload={upload} onRetry={retry} onDrop={drop} />
          ))}
        </ul>
      )}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the button inside does the same by keyboard */}
      <div
        onDragOver={(event) => event.preventDefault()}
        onDrop={onDrop}
        className={cx(
          'flex flex-wrap items-center gap-3 rounded-md border-2 border-dashed border-edge p-4',
          full !== null && 'opacity-80',
        )}
      >
        <Button
          id={buttonId}
          tone="outline"
          aria-describedby={hint}
          disabledReason={online ? full : text.offline}
          icon={<Icon of={ImagePlus} />}
          onClick={() => input.current?.click()}
        >
          {text.addPictures}
        </Button>
        <span className="text-sm text-ink-soft">{full ?? text.dropHere}</span>
        <input
          ref={input}
          type="file"
          accept={PICTURE_TYPES}
          multiple
          hidden
          aria-label={text.addPictures}
          onChange={(event) => {
            add([...(event.target.files ?? [])]);
            // the same file may be chosen once more
            event.target.value = '';
          }}
        />
      </div>
    </div>
  );
}
