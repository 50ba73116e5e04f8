import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { sentence } from '#libs/contracts';
import { ordersQueryOptions } from '../../../features/orders/orders';
import { allProductsQueryOptions } from '../../../features/products/product-queries';
import { usersQueryOptions } from '../../../features/users/users';
import { farmSearchQueryOptions } from '../../../lib/api/public-data';
import { paths } from '../../../lib/paths';
import { formatDate } from '../../../lib/text/format';
import { statusText, uiText } from '../../../ui/texts';
import { adminText } from '../texts';

const SHOWN = 5;
const LENGTH_MIN = 2;

export interface PageLink {
  readonly to: string;
  readonly label: string;
}
export interface PaletteEntry extends PageLink {
  readonly hint: string;
}
interface Group {
  readonly name: keyof typeof adminText.groups;
  readonly entries: readonly PaletteEntry[];
}

/** The entries of all kinds that match a text; all pages if the text is empty. */
export function usePaletteSearch(q: string, pages: readonly PageLink[]) {
  const enabled = q.length >= LENGTH_MIN;
  const orders = useInfiniteQuery({ ...ordersQueryOptions({ q, limit: SHOWN }), enabled });
  const users = useInfiniteQuery({ ...usersQueryOptions({ q }), enabled });
  const products = useInfiniteQuery({ ...allProductsQueryOptions({ q }), enabled });
  const farms = useQuery({ ...farmSearchQueryOptions(q, SHOWN), enabled });
  const lower = q.toLowerCase();
  const groups: Group[] = [
    {
      name: 'orders',
      entries: rows(orders.data?.pages[0]?.orders).map((order) => ({
        to: paths.order(order._id),
        label: order.code,
        hint: sentence`${order.customer.name} · ${formatDate(order.createdAt)} · ${order.status}`,
      })),
    },
    {
      name: 'people',
      entries: rows(users.data?.pages[0]?.users).map((user) => ({
        to: paths.person(user._id),
        label: user.name || user.email,
        hint: `${user.email} · ${uiText.roles[user.role]}`,
      })),
    },
    {
      name: 'farms',
      entries: rows(farms.data?.farms).map((farm) => ({
        to: paths.farm(farm.slug),
        label: farm.name,
        hint: sentence`${farm.city}, ${farm.state}`,
      })),
    },
    {
      name: 'products',
      entries: rows(products.data?.pages[0]?.products).map((product) => ({
        to: `${paths.dashboardOf('admin')}/products?${new URLSearchParams({ q: product.name, farm: product.farmId })}`,
        label: product.name,
        hint: sentence`${product.farmer} · ${statusText[product.status]}`,
      })),
    },
  ];
  const queries = [orders, users, products, farms];
  const shown = enabled ? groups : [];
  const fitting = pages.filter(({ label }) => label.toLowerCase().includes(lower));
  const all: Group[] = [
    ...shown,
    { name: 'pages', entries: fitting.map((page) => ({ ...page, hint: '' })) },
  ];
  return {
    groups: all.filter(({ entries }) => entries.length > 0),
    searching: enabled && queries.some(({ isFetching }) => isFetching),
    failed: enabled && queries.some(({ isError }) => isError),
  };
}

const rows = <Row>(found: readonly Row[] | undefined): readonly Row[] =>
  (found ?? []).slice(0, SHOWN);
