import { Download } from 'lucide-react';
import type { OrdersFilter } from '#libs/contracts';
import { useOnline } from '../../lib/use-online';
import { Button } from '../../ui/button';
import { Icon } from '../../ui/icon';
import { errorMessage } from '../../ui/states';
import { useToast } from '../../ui/toast';
import { useOrdersFile } from './orders';
import { ordersText } from './texts';

/** Downloads the orders of a filter as CSV. */
export function DownloadButton({ filter }: { filter: OrdersFilter }) {
  const online = useOnline();
  const toast = useToast();
  const download = useOrdersFile();
  return (
    <Button
      tone="outline"
      size="sm"
      icon={<Icon of={Download} size={18} />}
      busy={download.isPending}
      disabledReason={online ? null : ordersText.offline}
      onClick={() =>
        download.mutate(filter, {
          onError: (error) =>
            toast({
              tone: 'error',
              title: ordersText.downloadFailed,
              description: errorMessage(error),
            }),
        })
      }
    >
      {ordersText.download}
    </Button>
  );
}
