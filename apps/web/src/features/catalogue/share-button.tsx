import { Share2 } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { copyText } from '../../lib/browser/export';
import { Button } from '../../ui/button';
import { Input } from '../../ui/form';
import { Icon } from '../../ui/icon';
import { useToast } from '../../ui/toast';
import { productPageText } from './texts';

/** Shares this page by the device's own dialog, else copies its link; where neither is possible, shows the link. */
export function ShareButton({ title }: { title: string }) {
  const toast = useToast();
  const field = useRef<HTMLDivElement>(null);
  const [link, setLink] = useState<string | null>(null);
  useEffect(() => {
    if (link !== null) field.current?.querySelector('input')?.select();
  }, [link]);
  const share = async () => {
    const url = window.location.href;
    if (navigator.share !== undefined) {
      await navigator.share({ title, url }).catch(() => undefined);
      return;
    }
    if (await copyText(url)) toast({ title: productPageText.copied, tone: 'info' });
    else setLink(url);
  };
  return (
    <div ref={field} className="grid gap-2">
      <div>
        <Button
          tone="ghost"
          size="sm"
          icon={<Icon of={Share2} size={17} />}
          onClick={() => void share()}
        >
          {productPageText.share}
        </Button>
      </div>
      {link !== null && <Input aria-label={productPageText.link} readOnly value={link} />}
    </div>
  );
}
