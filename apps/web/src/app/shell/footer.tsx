import { Link } from 'react-router-dom';
import { operator } from '../../features/content/operator-texts';
import { paths } from '../../lib/paths';
import { shellText } from '../texts';
import { ConnectionChip } from './connection-chip';

export const quickLinks = [
  [paths.products, shellText.products],
  [paths.farmers, shellText.forFarmers],
  [paths.about, shellText.aboutUs],
  [paths.contact, shellText.contactUs],
] as const;
export const supportLinks = [
  [paths.faq, shellText.faq],
  [paths.shipping, shellText.shipping],
  [paths.returns, shellText.returns],
  [paths.privacy, shellText.privacy],
] as const;

function Column({
  title,
  links,
}: {
  title: string;
  links: readonly (readonly [to: string, label: string])[];
}) {
  return (
    <nav aria-label={title}>
      <h2 className="mb-2 text-xl">{title}</h2>
      <ul>
        {links.map(([to, label]) => (
          <li key={to}>
            <Link
              to={to}
              className="inline-flex min-h-9 items-center underline-offset-4 hover:underline pointer-coarse:min-h-11"
            >
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** The foot of every page (docs/product.md, Screens). */
export function Footer() {
  return (
    <footer className="on-dark mt-16 bg-leaf-deep text-on-leaf print:hidden">
      <div className="wrap grid gap-10 py-12 sm:grid-cols-2 lg:grid-cols-[1.6fr_1fr_1fr_1.2fr]">
        <div>
          <p className="font-display text-3xl font-semibold">{shellText.brand}</p>
          <p className="mt-3 max-w-xs text-lg opacity-90">{shellText.footerLine}</p>
        </div>
        <Column title={shellText.quickLinks} links={quickLinks} />
        <Column title={shellText.support} links={supportLinks} />
        <div>
          <h2 className="mb-2 text-xl">{shellText.reachUs}</h2>
          <address className="grid gap-1 not-italic">
            <a
              className="inline-flex min-h-9 items-center underline-offset-4 hover:underline"
              href={`mailto:${operator.email}`}
            >
              {operator.email}
            </a>
            <a
              className="inline-flex min-h-9 items-center underline-offset-4 hover:underline"
              href={operator.phoneHref}
            >
              {operator.phone}
            </a>
            <span className="pt-1">
              {operator.address.map((line) => (
                <span key={line} className="block">
                  {line}
                </span>
              ))}
            </span>
          </address>
        </div>
      </div>
      <div className="wrap flex min-h-20 flex-wrap items-center justify-between gap-3 border-t border-on-leaf/25 py-4 text-sm">
        {shellText.copyright(new Date().getFullYear())}
        <ConnectionChip inFooter />
      </div>
    </footer>
  );
}
