import type { UseMutationResult } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useOnline } from '../lib/use-online';
import { Button } from './button';
import { Icon } from './icon';
import { errorMessage } from './states';
import { useToast } from './toast';

/** Downloads the rows of a filter as a file. */
export function DownloadButton<Filter>({
  file,
  filter,
  texts,
}: {
  file: UseMutationResult<unknown, Error, Filter>;
  filter: Filter;
  texts: { readonly download: string; readonly downloadFailed: string; readonly offline: string };
}) {
  const online = useOnline();
  const toast = useToast();
  return (
    <Button
      tone="outline"
      size="sm"
      icon={<Icon of={Download} size={18} />}
      busy={file.isPending}
      disabledReason={online ? null : texts.offline}
      onClick={() =>
        file.mutate(filter, {
          onError: (error) =>
            toast({
              tone: 'error',
              title: texts.downloadFailed,
              description: errorMessage(error),
            }),
        })
      }
    >
      {texts.download}
    </Button>
  );
}
