import { Send, X } from 'lucide-react';
import { useId, useState } from 'react';
import { MAX_LENGTH, MAX_MESSAGE_PICTURES } from '#libs/contracts';
import { useOnline } from '../../lib/browser/device';
import { Button, IconButton } from '../../ui/button';
import { Field, Textarea } from '../../ui/form';
import { Icon } from '../../ui/icon';
import { UploadArea } from '../../ui/upload-area';
import { uploadText } from '../../ui/upload-texts';
import { useUploads } from '../../ui/use-uploads';
import type { useDraft } from './draft';
import { talkText, composerText as text } from './texts';

/** The field of a new message; what is typed stays until it is sent. */
export function Composer({
  partId,
  to,
  draft: { draft, setText, addPicture, removePicture },
  onSend,
}: {
  partId: string;
  /** The name of the other side. */
  to: string;
  draft: ReturnType<typeof useDraft>;
  onSend: () => void;
}) {
  const online = useOnline();
  const hint = useId();
  const [isEmpty, setIsEmpty] = useState(false);
  const { pictures } = draft;
  const uploading = useUploads(
    { room: MAX_MESSAGE_PICTURES - pictures.length, max: MAX_MESSAGE_PICTURES },
    addPicture,
  );
  const isFull = pictures.length + uploading.inFlight >= MAX_MESSAGE_PICTURES;
  const hasNothing = draft.text.trim() === '' && pictures.length === 0;
  const blocked = uploading.inFlight > 0 ? text.stillUploading : null;
  const disabledReason = online ? blocked : text.offline;
  const send = () => {
    if (disabledReason !== null) return;
    setIsEmpty(hasNothing);
    if (!hasNothing) onSend();
  };
  return (
    <form
      noValidate
      className="grid gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <Field name={`message-${partId}`} label={text.label(to)} hint={text.hint}>
        <Textarea
          rows={3}
          maxLength={MAX_LENGTH.message}
          value={draft.text}
          onChange={({ target }) => {
            setIsEmpty(false);
            setText(target.value);
          }}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
            event.preventDefault();
            send();
          }}
        />
      </Field>
      <p role="alert" className="text-sm font-semibold text-tomato-ink empty:hidden">
        {isEmpty && hasNothing ? text.empty : null}
      </p>
      {pictures.length > 0 && (
        <ul aria-label={talkText.pictures} className="flex flex-wrap gap-3">
          {pictures.map(({ url, sizes }, at) => (
            <li key={url} className="flex items-start">
              <img
                src={sizes?.[0]?.url ?? url}
                alt={talkText.picture(at + 1)}
                className="size-20 rounded-md border border-rule object-cover"
              />
              <IconButton label={text.remove(at + 1)} onClick={() => removePicture(url)}>
                <Icon of={X} size={18} />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
      <details className="group">
        <summary className="inline-flex min-h-11 cursor-pointer items-center font-semibold underline underline-offset-4">
          {text.addPictures}
        </summary>
        <div className="mt-2 grid gap-3">
          <p id={hint} className="text-sm text-ink-soft">
            {text.picturesHint(MAX_MESSAGE_PICTURES)} {uploadText.limits}
          </p>
          <UploadArea
            uploading={uploading}
            label={text.addPictures}
            hintId={hint}
            buttonId={`pictures-${partId}`}
            full={isFull ? text.full : null}
            multiple
          />
        </div>
      </details>
      <span>
        <Button
          type="submit"
          tone="leaf"
          icon={<Icon of={Send} size={18} />}
          disabledReason={disabledReason}
        >
          {text.send}
        </Button>
      </span>
    </form>
  );
}
