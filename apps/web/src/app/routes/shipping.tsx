import { helpText } from '../../features/content/help-texts';
import { Prose } from '../../features/content/prose';
import { useSettings } from '../../lib/api/public-data';
import { formatMoney } from '../../lib/text/format';
import { Card } from '../../ui/card';

/** `/shipping`: the amounts are the server's settings. */
export function Component() {
  const settings = useSettings();
  const { title, lead, sections, fee, free, freeExact, unknown } = helpText.shipping;
  return (
    <Prose
      title={title}
      lead={lead}
      sections={sections}
      before={
        <Card className="grid gap-2">
          {settings === undefined ? (
            <p>{unknown}</p>
          ) : (
            <>
              <p className="font-display text-2xl font-semibold">
                {free(formatMoney(settings.freeDeliveryOver))}
              </p>
              <p className="text-lg">{fee(formatMoney(settings.deliveryFee))}</p>
              <p className="text-ink-soft">{freeExact(formatMoney(settings.freeDeliveryOver))}</p>
            </>
          )}
        </Card>
      }
    />
  );
}
