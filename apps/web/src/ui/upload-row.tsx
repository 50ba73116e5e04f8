import { RotateCw, X } from 'lucide-react';
import { IconButton } from './button';
import { Icon } from './icon';
import { uploadText as text } from './upload-texts';
import type { Upload } from './use-uploads';

/** The progress of an upload, or why it failed. */
export function UploadRow({
  upload,
  onRetry,
  onDrop,
}: {
  upload: Upload;
  onRetry: (upload: Upload) => void;
  onDrop: (upload: Upload) => void;
}) {
  const { file, progress, failure, canRetry } = upload;
  return (
    <li className="flex items-center gap-3 rounded-md border border-rule p-3">
      <div className="grid min-w-0 flex-1 gap-1">
        <span className="truncate font-semibold">{file.name}</span>
        {failure === null ? (
          <span className="flex items-center gap-3">
            <progress
              max={1}
              value={progress ?? undefined}
              aria-label={progress === null ? text.shrinking(file.name) : text.uploading(file.name)}
              className="h-2 w-full max-w-60 accent-(--leaf)"
            />
            <span aria-hidden="true" className="shrink-0 text-sm text-ink-soft tabular-nums">
              {progress === null ? text.shrinkingNow : text.percent(progress)}
            </span>
          </span>
        ) : (
          <span role="alert" className="text-sm font-semibold text-tomato-ink">
            {failure}
          </span>
        )}
      </div>
      {failure !== null && canRetry && (
        <IconButton label={text.again(file.name)} onClick={() => onRetry(upload)}>
          <Icon of={RotateCw} />
        </IconButton>
      )}
      <IconButton
        label={failure === null ? text.stop(file.name) : text.drop(file.name)}
        onClick={() => onDrop(upload)}
      >
        <Icon of={X} />
      </IconButton>
    </li>
  );
}
