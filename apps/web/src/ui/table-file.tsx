import { Download } from 'lucide-react';
import { csvFile } from '../lib/csv';
import { saveFile } from '../lib/save-file';
import { Button } from './button';
import { Icon } from './icon';
import { uiText } from './texts';

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
    <Button
      tone="outline"
      size="sm"
      aria-label={`${uiText.download}: ${of}`}
      icon={<Icon of={Download} size={18} />}
      onClick={() => saveFile(csvFile(columns, rows()), name)}
    >
      {uiText.download}
    </Button>
  );
}
