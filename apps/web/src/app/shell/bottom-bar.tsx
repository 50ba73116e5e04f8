import { useQuery } from '@tanstack/react-query';
import {
  Carrot,
  House,
  LayoutDashboard,
  LogIn,
  type LucideIcon,
  ShoppingBasket,
  Tractor,
} from 'lucide-react';
import { NavLink } from 'react-router-dom';
import type { UserDto } from '#libs/contracts';
import { cartQueryOptions } from '../../features/cart/cart';
import { cx } from '../../lib/cx';
import { paths } from '../../lib/paths';
import { useSession } from '../../lib/session/session';
import { Icon } from '../../ui/icon';
import { shellText } from '../texts';
import { CountDot } from './cart-link';

export interface BarItem {
  to: string;
  label: string;
  icon: LucideIcon;
  /** Shown on the icon; `name` has it for screen readers. */
  count?: number;
  name?: string;
  /** A page whose document has other headers: see `HandOverLink`. */
  isLoadedAnew?: boolean;
}

function roleItems(user: UserDto | null, cartCount: number): BarItem[] {
  if (user?.role === 'customer') {
    const name = shellText.cartCount(cartCount);
    return [
      { to: paths.cart, label: shellText.cart, icon: ShoppingBasket, count: cartCount, name },
    ];
  }
  return [];
}

/** The main navigation on phones, at the bottom. */
export function BottomBar() {
  const { status, user } = useSession();
  const { data: cart } = useQuery({ ...cartQueryOptions(), enabled: user?.role === 'customer' });
  const items: BarItem[] = [
    { to: paths.home, label: shellText.home, icon: House },
    { to: paths.products, label: shellText.products, icon: Carrot },
    { to: paths.farmers, label: shellText.farms, icon: Tractor },
    ...roleItems(user, cart?.itemCount ?? 0),
    status === 'signed-in'
      ? { to: paths.dashboard, label: shellText.dashboard, icon: LayoutDashboard }
      : { to: paths.auth, label: shellText.signIn, icon: LogIn },
  ];
  return <Bar items={items} />;
}

const COLUMNS: Readonly<Record<number, string>> = {
  3: 'grid-cols-3',
  4: 'grid-cols-4',
  5: 'grid-cols-5',
};

export function Bar({ items }: { items: readonly BarItem[] }) {
  return (
    <nav
      aria-label={shellText.phoneNav}
      className="fixed inset-x-0 bottom-0 [@media(max-height:30rem)]:static z-30 border-t border-rule bg-paper pb-[env(safe-area-inset-bottom)] md:hidden print:hidden"
    >
      {/* columns keep their places while the page arrives in pieces */}
      <ul className={cx('grid', COLUMNS[items.length])}>
        {items.map(({ to, label, icon, count = 0, name, isLoadedAnew = false }) => (
          <li key={to} className="min-w-0">
            <NavLink
              to={to}
              reloadDocument={isLoadedAnew}
              end={to === paths.home}
              aria-label={name}
              className={({ isActive }) =>
                cx(
                  'flex min-h-15 flex-col items-center justify-center gap-0.5 border-t-[3px] px-0.5 text-[0.625rem] leading-tight font-semibold tracking-tight xs:text-[0.6875rem] xs:tracking-normal',
                  isActive ? 'border-tomato text-ink' : 'border-transparent text-ink-soft',
                )
              }
            >
              <span className="relative px-3">
                <Icon of={icon} size={22} />
                <CountDot count={count} />
              </span>
              <span className="text-center">{label}</span>
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
