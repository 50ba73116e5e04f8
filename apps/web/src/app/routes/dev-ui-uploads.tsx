import { Card } from '../../ui/card';
import { UploadArea } from '../../ui/upload-area';
import { UploadRow } from '../../ui/upload-row';
import { type Upload, useUploads } from '../../ui/use-uploads';
import { Part } from './dev-ui-part';
import { devText as text } from './dev-ui-texts';

const noop = () => undefined;
const file = (name: string) => new File([], name, { type: 'image/jpeg' });
const samples: readonly Upload[] = [
  { id: 1, file: file('barn.jpg'), progress: 0.4, failure: null, canRetry: false },
  { id: 2, file: file('field.jpg'), progress: 0, failure: text.wrong, canRetry: true },
];

/** Sample uploads; the drop area uploads for real. */
export function Uploads() {
  const uploading = useUploads({ room: 3, max: 3 }, noop);
  return (
    <Part title={text.uploads}>
      <Card className="grid max-w-xl gap-3">
        <ul className="grid gap-3">
          {samples.map((upload) => (
            <UploadRow key={upload.id} upload={upload} onRetry={noop} onDrop={noop} />
          ))}
        </ul>
        <p id="kit-upload-hint">{text.hint}</p>
        <UploadArea
          uploading={uploading}
          label={text.upload}
          hintId="kit-upload-hint"
          buttonId="kit-upload"
        />
      </Card>
    </Part>
  );
}
