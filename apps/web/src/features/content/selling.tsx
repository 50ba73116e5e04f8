import { marketFee, toDollars } from '#libs/contracts';
import { useSettings } from '../../lib/api/public-data';
import { paths } from '../../lib/paths';
import { formatMoney } from '../../lib/text/format';
import { LinkButton } from '../../ui/button';
import { FaqList } from './prose';
import { sellingText } from './texts';

/** The goods of the worked example, in cents. */
const EXAMPLE = 4_210;

/** The fee as a number, with an example by the function that books it. */
function MarketFee() {
  const settings = useSettings();
  if (settings === undefined) return null;
  const fee = marketFee(EXAMPLE, settings.feeRate);
  const rate = String(settings.feeRate / 100);
  const money = (cents: number) => formatMoney(toDollars(cents));
  return (
    <div className="mt-10">
      <h3 className="mb-3 text-2xl">{sellingText.feeTitle}</h3>
      <p className="font-display text-2xl font-semibold">{sellingText.fee(rate)}</p>
      <p className="mt-1 text-lg">
        {sellingText.example({
          paid: money(EXAMPLE),
          kept: money(EXAMPLE - fee),
          fee: money(fee),
          rate,
        })}
      </p>
      <p className="mt-1 text-ink-soft">{sellingText.deliveryIsYours}</p>
    </div>
  );
}

/** How selling works: four steps, questions, and the link to apply. */
export function Selling() {
  return (
    <section aria-labelledby="sell" id="sell-here" className="mt-20">
      <div className="on-dark rounded-xl bg-leaf px-6 py-10 text-on-leaf sm:px-10">
        <h2 id="sell" className="text-4xl sm:text-5xl">
          {sellingText.sellTitle}
        </h2>
        <p className="mt-2 text-lg">{sellingText.sellLead}</p>
        <ol className="mt-8 grid gap-6 sm:grid-cols-2 lg:grid-cols-4">
          {sellingText.steps.map(({ title, text }, index) => (
            <li key={title} className="border-t-2 border-butter pt-4">
              <span
                aria-hidden="true"
                className="font-display text-4xl font-semibold text-[#f3c64a]"
              >
                {index + 1}
              </span>
              <h3 className="mt-1 text-2xl">{title}</h3>
              <p className="mt-1">{text}</p>
            </li>
          ))}
        </ol>
        <div className="mt-8">
          <LinkButton to={paths.signUp('farmer')} size="lg" tone="paper">
            {sellingText.apply}
          </LinkButton>
        </div>
      </div>
      <MarketFee />
      <div className="mt-10">
        <h3 className="mb-3 text-2xl">{sellingText.faqTitle}</h3>
        <FaqList items={sellingText.faq} />
      </div>
    </section>
  );
}
