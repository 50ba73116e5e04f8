import { useOnline } from '../../../lib/browser/device';
import { uiText } from '../../../ui/texts';
import { useToast } from '../../../ui/toast';
import { favouritesText } from '../texts';
import { NotifyButton, type Sought } from './notify-button';
import { useFavourite } from './use-favourite';

/** A customer's: makes the product a favourite. */
export default function CustomerNotifyButton(product: Sought) {
  const online = useOnline();
  const toast = useToast();
  const { on = false, set } = useFavourite('products', product.id);
  const press = () => {
    if (!online) return toast({ tone: 'error', title: uiText.offline });
    set(!on);
    if (!on)
      toast({
        title: favouritesText.notifies,
        description: favouritesText.notifiesOf(product.name),
      });
  };
  return <NotifyButton {...product} on={on} onPress={press} />;
}
