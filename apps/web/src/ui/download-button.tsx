import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { requestFile } from '../lib/api/api';
import { useOnline } from '../lib/browser/device';
import { csvFile, saveFile } from '../lib/browser/export';
import { Button } from './button';
import { Icon } from './icon';
import { errorMessage } from './states';
import { uiText } from './texts';
import { useToast } from './toast';

/** Downloads a CSV file of the API: `GET path` with the filter of the rows, saved under a name. */
export function DownloadButton({
  path,
  query,
  name,
}: {
  path: string;
  query?: Record<string, string | undefined>;
  name: string;
}) {
  const online = useOnline();
  const toast = useToast();
  const file = useMutation({
    mutationFn: () => requestFile(path, { query }),
    onSuccess: (content) => saveFile(content, name),
    onError: (error) =>
      toast({
        tone: 'error',
        title: uiText.downloadFailed,
        description: errorMessage(error),
      }),
  });
  return (
    <Button
      tone="outline"
      size="sm"
      icon={<Icon of={Download} size={18} />}
      busy={file.isPending}
      disabledReason={online ? null : uiText.needsConnection}
      onClick={() => file.mutate()}
    >
      {uiText.download}
    </Button>
  );
}

/** Downloads a table's content as a CSV file. */
export function TableFile({
  name,
  of,
  columns,
  rows,
}: {
  /** The name of the file. */
  name: string;
  /** What the table shows, for screen readers. */
  of: string;
  columns: readonly string[];
  rows: () => readonly (readonly (string | number)[])[];
}) {
  const toast = useToast();
  const file = useMutation({
    networkMode: 'always',
    mutationFn: () => csvFile(columns, rows()),
    onSuccess: (content) => saveFile(content, name),
    onError: (error) =>
      toast({
        tone: 'error',
        title: uiText.downloadFailed,
        description: errorMessage(error),
      }),
  });
  return (
    <Button
      tone="outline"
      size="sm"
      aria-label={`${uiText.download}: ${of}`}
      icon={<Icon of={Download} size={18} />}
      busy={file.isPending}
      onClick={() => file.mutate()}
    >
      {uiText.download}
    </Button>
  );
}
