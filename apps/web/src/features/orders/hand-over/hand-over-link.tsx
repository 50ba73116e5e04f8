import { ScanLine } from 'lucide-react';
import { paths } from '../../../lib/paths';
import { type ButtonTone, LinkButton } from '../../../ui/button';
import { Icon } from '../../../ui/icon';
import { handOverText as text } from './texts';

/**
 * To the page where codes are scanned. The server allows the camera to that page alone, by a header of its document: so
 * it is loaded anew.
 */
export function HandOverLink({
  tone,
  compact = false,
  children = text.link,
}: {
  tone: ButtonTone;
  compact?: boolean;
  children?: string;
}) {
  return (
    <LinkButton
      reloadDocument
      to={paths.handOver}
      tone={tone}
      size={compact ? 'sm' : 'md'}
      icon={<Icon of={ScanLine} size={18} />}
    >
      <span className={compact ? 'max-sm:sr-only' : undefined}>{children}</span>
    </LinkButton>
  );
}
