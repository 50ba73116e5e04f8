import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import type { OwnProductsFilter } from '#libs/contracts';
import { requestFile } from '../../lib/api';
import { saveFile } from '../../lib/save-file';
import { useOnline } from '../../lib/use-online';
import { Button } from '../../ui/button';
import { Icon } from '../../ui/icon';
import { errorMessage } from '../../ui/states';
import { useToast } from '../../ui/toast';
import { productsText } from './texts';

/** `GET /farms/mine/products.csv`: downloads the products of a filter. */
export function ProductsFile({ filter }: { filter: OwnProductsFilter }) {
  return <FileButton path="/farms/mine/products.csv" query={{ ...filter }} name="products.csv" />;
}

/** A button that downloads a file of the API. */
export function FileButton({
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
        title: productsText.downloadFailed,
        description: errorMessage(error),
      }),
  });
  return (
    <Button
      tone="outline"
      size="sm"
      icon={<Icon of={Download} size={18} />}
      busy={file.isPending}
      disabledReason={online ? null : productsText.offline}
      onClick={() => file.mutate()}
    >
      {productsText.download}
    </Button>
  );
}
