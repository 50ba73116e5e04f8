import type { ComponentType } from 'react';

/** Loads the chunk of a page. */
export type LoadPage = () => Promise<{ Component: ComponentType }>;

// the server-rendered pages: shared by the router and server-rendered-page.ts
export const homePage: LoadPage = () => import('./routes/home');
export const productsPage: LoadPage = () => import('./routes/products');
export const productPage: LoadPage = () => import('./routes/product');

const preloaded = new Map<LoadPage, ComponentType>();

/** Loads a page before the render: a lazy one would suspend, and hydration would not find its markup. */
export async function preloadPage(load: LoadPage): Promise<void> {
  preloaded.set(load, (await load()).Component);
}

export function preloadedPage(load: LoadPage): ComponentType | undefined {
  return preloaded.get(load);
}
