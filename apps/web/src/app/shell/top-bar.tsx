import { Suspense } from 'react';
import { Link, NavLink } from 'react-router-dom';
import { ZipButton } from '../../features/catalogue/days/zip-button';
import { lazyPart } from '../../lib/api/chunks';
import { cx } from '../../lib/cx';
import { paths } from '../../lib/paths';
import { isCrew, useSession } from '../../lib/session/session';
import { RoleBadge } from '../../ui/badge';
import { LinkButton } from '../../ui/button';
import { shellText } from '../texts';
import { CartLink } from './cart-link';
import { ConnectionChip } from './connection-chip';
import { SearchBox } from './search-box';
import { ThemeButton } from './theme-button';

// loaded after the page, into a placeholder of its size
const UserMenu = lazyPart(async () => ({ default: (await import('./user-menu')).UserMenu }));
const InboxLink = lazyPart(() => import('./inbox-link'));
const placeholder = <span className="size-11" />;

const publicLinks = [
  [paths.products, shellText.products],
  [paths.farmers, shellText.farms],
  [paths.about, shellText.about],
  [paths.contact, shellText.contact],
] as const;

function BarLink({ to, children }: { to: string; children: string }) {
  return (
    <NavLink
      to={to}
      className={({ isActive }) =>
        cx(
          'inline-flex min-h-11 items-center border-y-[3px] border-t-transparent px-0.5 text-[0.9375rem] font-semibold whitespace-nowrap transition-colors',
          isActive
            ? 'border-b-tomato text-ink'
            : 'border-b-transparent text-ink-soft hover:border-b-rule hover:text-ink',
        )
      }
    >
      {children}
    </NavLink>
  );
}

/** The bar on top of every page (docs/product.md, On every page). */
export function TopBar() {
  const { user, status } = useSession();
  const signedIn = status === 'signed-in';
  return (
    <header className="sticky top-0 z-30 border-b [@media(max-height:30rem)]:static border-rule bg-ground print:hidden">
      <div className="wrap relative grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-2 gap-y-2 py-2 sm:gap-x-4 xl:grid-cols-[auto_auto_minmax(13rem,1fr)_auto] xl:gap-x-5">
        <Logo />
        <nav
          aria-label={shellText.mainNav}
          className="order-last col-span-3 hidden gap-x-4 md:flex xl:order-none xl:col-span-1"
        >
          {publicLinks.map(([to, label]) => (
            <BarLink key={to} to={to}>
              {label}
            </BarLink>
          ))}
          <span className="ml-auto flex gap-x-4 xl:ml-0">
            {signedIn && <BarLink to={paths.dashboard}>{shellText.dashboard}</BarLink>}
            {user?.role === 'farmer' && !isCrew(user) && (
              <BarLink to={paths.myProducts}>{shellText.myProducts}</BarLink>
            )}
            {user?.role === 'admin' && <BarLink to={paths.admin}>{shellText.adminPanel}</BarLink>}
          </span>
        </nav>
        {/* on phones the search takes the whole row while it has the focus */}
        <div className="flex items-center gap-3 max-sm:focus-within:absolute max-sm:focus-within:inset-x-0 max-sm:focus-within:z-10 max-sm:focus-within:bg-ground max-sm:focus-within:px-4">
          <SearchBox />
          {/* phones have it above the list */}
          {(user === null || user.role === 'customer') && (
            <span className="max-md:hidden">
              <ZipButton />
            </span>
          )}
          <ConnectionChip />
        </div>
        <div className="col-start-3 flex items-center justify-end sm:gap-2 xl:col-start-4">
          {user !== null && user.role !== 'customer' && (
            <span className="hidden sm:inline">
              <RoleBadge role={user.role} />
            </span>
          )}
          <CartLink />
          {signedIn ? (
            <>
              <Suspense fallback={placeholder}>
                <InboxLink />
              </Suspense>
              <Suspense fallback={placeholder}>
                <UserMenu />
              </Suspense>
            </>
          ) : (
            <>
              <ThemeButton />
              {/* on phones it is in the bottom bar */}
              <span className="whitespace-nowrap max-md:hidden">
                <LinkButton to={paths.auth} tone="leaf" size="md">
                  {shellText.signIn}
                </LinkButton>
              </span>
            </>
          )}
        </div>
      </div>
    </header>
  );
}

/** Links to the landing page. */
function Logo() {
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
