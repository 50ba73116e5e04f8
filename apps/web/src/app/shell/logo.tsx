import { Link } from 'react-router-dom';
import { paths } from '../../lib/paths';
import { shellText } from '../texts';

/** Links to the landing page. */
export function Logo() {
  return (
    <Link
      to={paths.home}
      className="flex min-h-11 shrink-0 items-center gap-2 sm:gap-2.5 font-display text-2xl sm:text-[1.625rem] font-semibold tracking-tight text-leaf-ink"
    >
      <img src="/favicon.svg" alt="" width="34" height="34" className="size-[34px]" />
      <span className="max-sm:sr-only">{shellText.brand}</span>
    </Link>
  );
}
