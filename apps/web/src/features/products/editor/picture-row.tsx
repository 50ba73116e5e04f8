import { ArrowDown, ArrowUp, Trash2 } from 'lucide-react';
import { MAX_LENGTH, type Picture } from '#libs/contracts';
import { Badge } from '../../../ui/badge';
import { IconButton } from '../../../ui/button';
import { Field, Input } from '../../../ui/form';
import { Icon } from '../../../ui/icon';
import { editorText as text } from '../texts';

/** One picture of a product, with its description and buttons to move and remove it. */
export function PictureRow({
  picture,
  at,
  of,
  onAlt,
  onMove,
  onRemove,
}: {
  picture: Picture;
  at: number;
  of: number;
  onAlt: (alt: string) => void;
  /** The new position, and the key of the pressed button, which keeps the focus. */
  onMove: (to: number, button: string) => void;
  onRemove: () => void;
}) {
  const { url, alt, sizes } = picture;
  const buttonKeys = { up: `up ${url}`, down: `down ${url}`, remove: `remove ${url}` };
  return (
    <li className="grid grid-cols-[5rem_minmax(0,1fr)] items-start gap-x-4 gap-y-2 rounded-md border border-rule p-3 sm:grid-cols-[7rem_minmax(0,1fr)]">
      <span className="relative">
        <img
          src={sizes?.[0]?.url ?? url}
          alt=""
          width={112}
          height={112}
          className="aspect-square w-full rounded-sm bg-sunken object-cover"
        />
        {at === 0 && (
          <span className="absolute top-1 left-1">
            <Badge tone="leaf">{text.cover}</Badge>
          </span>
        )}
      </span>
      <div className="grid gap-1">
        <input type="hidden" name={`images.${at}.url`} value={url} />
        <Field name={`images.${at}.alt`} label={text.alt(at + 1)}>
          <Input
            value={alt}
            maxLength={MAX_LENGTH.alt}
            autoComplete="off"
            onChange={(event) => onAlt(event.target.value)}
          />
        </Field>
        <div className="flex flex-wrap">
          <IconButton
            label={text.earlier(at + 1)}
            data-keep={buttonKeys.up}
            aria-disabled={at === 0 || undefined}
            onClick={() => onMove(at - 1, buttonKeys.up)}
          >
            <Icon of={ArrowUp} className={at === 0 ? 'opacity-40' : undefined} />
          </IconButton>
          <IconButton
            label={text.later(at + 1)}
            data-keep={buttonKeys.down}
            aria-disabled={at === of - 1 || undefined}
            onClick={() => onMove(at + 1, buttonKeys.down)}
          >
            <Icon of={ArrowDown} className={at === of - 1 ? 'opacity-40' : undefined} />
          </IconButton>
          <IconButton label={text.remove(at + 1)} data-keep={buttonKeys.remove} onClick={onRemove}>
            <Icon of={Trash2} />
          </IconButton>
        </div>
      </div>
    </li>
  );
}
