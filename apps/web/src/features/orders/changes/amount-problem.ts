import { isOrderable, type ProductDto, toThousandths } from '#libs/contracts';
import { formatQuantity } from '../../../lib/text/format';
import { uiText } from '../../../ui/texts';
import { changeText as text } from './texts';

/** Why a customer cannot have this amount of a product now, as the server decides; null if they can. */
export function amountProblem(
  quantity: number,
  {
    product,
    isOnSale,
    taken,
  }: {
    /** Undefined for one that the farm took off sale before the form was opened. */
    product: ProductDto | undefined;
    isOnSale: boolean;
    /** What of it the order has already. */
    taken: number;
  },
): string | null {
  const isMore = quantity > taken;
  if (isMore && !isOnSale) return text.offSale;
  if (!product || quantity === 0) return null;
  const { step, minimum, unit, available } = product;
  if (isMore && available === 0) return text.soldOut;
  if (quantity < minimum) return uiText.atLeast(formatQuantity(minimum, unit));
  if (!isOrderable(toThousandths(quantity), toThousandths(step), toThousandths(minimum)))
    return uiText.inSteps(formatQuantity(step, unit));
  if (isMore && quantity > available + taken)
    return uiText.onlySoMany(formatQuantity(available + taken, unit));
  return null;
}
