import { Trash2 } from 'lucide-react';
import { useEffect, useId, useState } from 'react';
import { MAX_LENGTH, type Picture } from '#libs/contracts';
import { Button } from '../../ui/button';
import { Field, Input } from '../../ui/form';
import { Icon } from '../../ui/icon';
import { useAnnounce } from '../../ui/live-announcer';
import { UploadArea } from '../../ui/upload-area';
import { uploadText } from '../../ui/upload-texts';
import { useUploads } from '../../ui/use-uploads';
import { CoverPicture } from './farm-picture';
import { ownFarmText } from './own-farm-texts';

const text = ownFarmText.cover;

/** Uploads, describes, replaces and removes the cover picture of the farm's page. */
export function CoverField({
  initial,
  buttonId,
  onChange,
  onInFlight,
}: {
  initial: Picture | null;
  /** Id of the upload button, which the error summary links to. */
  buttonId: string;
  /** Called when the picture is replaced or removed. */
  onChange: () => void;
  /** Called with the number of uploads in flight. */
  onInFlight: (count: number) => void;
}) {
  const [cover, setCover] = useState(initial);
  const hint = useId();
  const announce = useAnnounce('cover');
  const uploading = useUploads({ room: 1, max: 1 }, (file, name) => {
    // the old picture's description does not apply to the new one
    setCover({ ...file, alt: '' });
    onChange();
    announce(uploadText.uploaded(name));
  });
  useEffect(() => onInFlight(uploading.inFlight), [uploading.inFlight, onInFlight]);
  const remove = () => {
    setCover(null);
    onChange();
    announce(text.removed);
    document.getElementById(buttonId)?.focus();
  };
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-1 font-semibold">{text.title}</legend>
      <p id={hint} className="text-sm text-ink-soft">
        {text.hint} {uploadText.limits}
      </p>
      {cover !== null && (
        <>
          <CoverPicture
            picture={{ ...cover, alt: '' }}
            sizes="(min-width: 64rem) 50rem, 100vw"
            className="aspect-[2/1] max-w-xl rounded-md"
          />
          <input type="hidden" name="cover.url" value={cover.url} />
          <Field key={cover.url} name="cover.alt" label={text.alt} hint={text.altHint}>
            <Input
              defaultValue={cover.alt}
              maxLength={MAX_LENGTH.alt}
              autoComplete="off"
              required
            />
          </Field>
        </>
      )}
      <UploadArea
        uploading={uploading}
        label={cover === null ? text.add : text.replace}
        hintId={hint}
        buttonId={buttonId}
        full={uploading.inFlight > 0 ? uploadText.stillUploading : null}
      />
      {cover !== null && (
        <div>
          <Button tone="ghost" size="sm" icon={<Icon of={Trash2} size={18} />} onClick={remove}>
            {text.remove}
          </Button>
        </div>
      )}
    </fieldset>
  );
}
