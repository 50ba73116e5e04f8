import { formatPhone, type SavedAddress } from '#libs/contracts';
import { Badge } from '../../../ui/badge';
import { Button } from '../../../ui/button';
import { addressText } from '../texts';

/** One address with its actions. */
export function AddressCard({
  address,
  blocked,
  onEdit,
  onRemove,
  onDefault,
}: {
  address: SavedAddress;
  blocked: string | null;
  onEdit: () => void;
  onRemove: () => void;
  onDefault: () => void;
}) {
  const { recipient, phone, line1, line2, city, state, postalCode, isDefault } = address;
  const named = (what: string) => addressText.of(what, line1);
  return (
    <div className="flex h-full flex-col gap-3 rounded-md border-2 border-dashed border-rule p-4">
      <address className="not-italic">
        <span className="flex flex-wrap items-center gap-2 font-semibold">
          {line1}
          {isDefault && <Badge tone="leaf">{addressText.isDefault}</Badge>}
        </span>
        {line2 && <span className="block">{line2}</span>}
        <span className="block text-ink-soft">
          <bdi>{city}</bdi>, {state} {postalCode}
        </span>
        <span className="block">{recipient}</span>
        <span className="block text-ink-soft">{formatPhone(phone)}</span>
      </address>
      <div className="mt-auto flex flex-wrap gap-1">
        <Button
          tone="outline"
          size="sm"
          aria-label={named(addressText.edit)}
          disabledReason={blocked}
          onClick={onEdit}
        >
          {addressText.edit}
        </Button>
        {!isDefault && (
          <Button
            tone="ghost"
            size="sm"
            aria-label={named(addressText.makeDefault)}
            disabledReason={blocked}
            onClick={onDefault}
          >
            {addressText.makeDefault}
          </Button>
        )}
        <Button
          tone="ghost"
          size="sm"
          aria-label={named(addressText.remove)}
          disabledReason={blocked}
          onClick={onRemove}
        >
          {addressText.remove}
        </Button>
      </div>
    </div>
  );
}
