import { useMutation } from '@tanstack/react-query';
import { Download, type LucideIcon } from 'lucide-react';
import { requestFile } from '../lib/api/api';
import { useOnline } from '../lib/browser/device';
import { csvFile, saveFile } from '../lib/browser/export';
import { Button } from './button';
import { Icon } from './icon';
import { errorMessage } from './states';
import { uiText } from './texts';
import { useToast } from './toast';

/** Downloads a file of the API, a CSV file by default: `GET path` with the filter of the rows, saved under a name. */
export function DownloadButton({
  path,
  query,
  name,
  ...look
}: {
  path: string;
  query?: Record<string, string | undefined>;
  name: string;
  icon?: LucideIcon;
  children?: string;
}) {
  const online = useOnline();
  return (
    <FileButton
      make={() => requestFile(path, { query })}
      name={name}
      disabledReason={online ? null : uiText.needsConnection}
      {...look}
    />
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
  return (
    <FileButton
      make={() => csvFile(columns, rows())}
      name={name}
      label={`${uiText.download}: ${of}`}
    />
  );
}

function FileButton({
  make,
  name,
  label,
  icon = Download,
  children = uiText.download,
  disabledReason = null,
}: {
  make: () => Promise<Blob>;
  name: string;
  label?: string;
  icon?: LucideIcon;
  children?: string;
  disabledReason?: string | null;
}) {
  const toast = useToast();
  const file = useMutation({
    mutationFn: make,
    onSuccess: (content) => saveFile(content, name),
    onError: (error) =>
      toast({ tone: 'error', title: uiText.downloadFailed, description: errorMessage(error) }),
  });
  return (
    <Button
      tone="outline"
      size="sm"
      aria-label={label}
      icon={<Icon of={icon} size={18} />}
      busy={file.isPending}
      disabledReason={disabledReason}
      onClick={() => file.mutate()}
    >
      {children}
    </Button>
  );
}
