import { ImagePlus } from 'lucide-react';
import { type DragEvent, useRef } from 'react';
import { useOnline } from '../lib/browser/device';
import { cx } from '../lib/cx';
import { Button } from './button';
import { Icon } from './icon';
import { UploadRow } from './upload-row';
import { uploadText as text } from './upload-texts';
import { PICTURE_TYPES, type useUploads } from './use-uploads';

/** Uploads pictures, chosen or dropped, and shows the progress of each. */
export function UploadArea({
  uploading: { uploads, add, retry, drop },
  label,
  hintId,
  buttonId,
  full = null,
  dropHere = text.dropHere,
  multiple = false,
}: {
  uploading: ReturnType<typeof useUploads>;
  /** Label of the button. */
  label: string;
  /** Id of the element with the allowed types and sizes. */
  hintId: string;
  buttonId: string;
  /** Why no more pictures can be added; null if they can. */
  full?: string | null;
  dropHere?: string;
  multiple?: boolean;
}) {
  const online = useOnline();
  const input = useRef<HTMLInputElement>(null);
  const onDrop = (event: DragEvent) => {
    event.preventDefault();
    if (online) add([...event.dataTransfer.files]);
  };
  return (
    <>
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
          aria-describedby={hintId}
          disabledReason={online ? full : text.offline}
          icon={<Icon of={ImagePlus} />}
          onClick={() => input.current?.click()}
        >
          {label}
        </Button>
        <span className="text-sm text-ink-soft">{full ?? dropHere}</span>
        <input
          ref={input}
          type="file"
          accept={PICTURE_TYPES}
          multiple={multiple}
          hidden
          aria-label={label}
          onChange={(event) => {
            // choosing a file does not make the surrounding form dirty: the upload has not changed it yet
            event.stopPropagation();
            add([...(event.target.files ?? [])]);
            // so that the same file can be chosen again
            event.target.value = '';
          }}
        />
      </div>
    </>
  );
}
