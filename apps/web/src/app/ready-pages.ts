import type { ComponentType } from 'react';

/** Asks for the file of a page. */
export type LoadPage = () => Promise<{ Component: ComponentType }>;

// the pages that the server draws: the router and the first screen name the same ones
export const homePage: LoadPage = () => import('./routes/home');
export const productsPage: LoadPage = () => import('./routes/products');
export const productPage: LoadPage = () => import('./routes/product');

const ready = new Map<LoadPage, ComponentType>();

/** Has a page ready to be drawn at once, without the moment in which a lazy one is nothing yet. */
export async function makeReady(load: LoadPage): Promise<void> {
  ready.set(load, (await load()).Component);
}

export function readyPage(load: LoadPage): ComponentType | undefined {
  return ready.get(load);
}
