import { Link } from 'react-router-dom';
import { operator } from '../../features/content/operator-texts';
import { quickLinks, supportLinks } from '../shell/footer';
import { shellText } from '../texts';

/** The links of the shop's footer in a few lines, for the pages where farmers and admins work. */
export function SlimFooter() {
  return (
    <div className="border-t border-rule px-4 py-3 text-sm text-ink-soft sm:px-6 print:hidden">
      <nav aria-label={shellText.quickLinks} className="flex flex-wrap gap-x-4">
        {[...quickLinks, ...supportLinks].map(([to, label]) => (
          <Link
            key={to}
            to={to}
            className="inline-flex min-h-8 items-center underline-offset-4 hover:underline pointer-coarse:min-h-11"
          >
            {label}
          </Link>
        ))}
      </nav>
      <p>
        {[operator.email, operator.phone, ...operator.address].join(' · ')} ·{' '}
        {shellText.copyright(new Date().getFullYear())}
      </p>
    </div>
  );
}
