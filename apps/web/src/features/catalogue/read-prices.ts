import { MONEY, readNumber } from '../../lib/forms/typed-number';
import { typedText } from '../../lib/text/texts';
import type { ProductsFilter } from './products';
import { FILTER_PRICE_MAX } from './use-products-filter';

/** What is wrong with the typed bounds of a price; or their range, the lower first, if nothing is. */
export function readPrices(typed: readonly string[]): {
  problems: (string | null)[];
  range: Pick<ProductsFilter, 'minPrice' | 'maxPrice'> | null;
} {
  const readings = typed.map((text) => readNumber(text, MONEY));
  const prices = readings.map(
    (reading) => ('value' in reading ? reading.value : null) ?? undefined,
  );
  const problems = readings.map((reading, at) => {
    if ('problem' in reading) return reading.problem;
    return (prices[at] ?? 0) > FILTER_PRICE_MAX ? typedText.priceTooHigh : null;
  });
  if (problems.some((problem) => problem !== null)) return { problems, range: null };
  const [low, high] = prices;
  const isReversed = low !== undefined && high !== undefined && low > high;
  return {
    problems,
    range: isReversed ? { minPrice: high, maxPrice: low } : { minPrice: low, maxPrice: high },
  };
}
