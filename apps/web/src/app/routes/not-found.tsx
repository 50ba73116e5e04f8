import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { logUnknownPath } from '../../lib/browser/page';
import { paths } from '../../lib/paths';
import { LinkButton } from '../../ui/button';
import { Page } from '../../ui/page';
import { SearchBox } from '../shell/search-box';
import { notFoundText } from '../texts';

/** The 404 page (docs/product.md, Screens), also for products and farms that do not exist. */
export function NotFoundBody({ what }: { what?: string }) {
  const { pathname } = useLocation();
  useEffect(() => logUnknownPath(pathname), [pathname]);
  return (
    <Page title={notFoundText.title}>
      <div className="mx-auto grid max-w-xl justify-items-center gap-5 py-8 text-center">
        <div className="relative grid size-44 place-items-center rounded-full bg-(--tile-vegetables)">
          <img
            src="/produce/basket.svg"
            alt=""
            width="112"
            height="112"
            className="produce-shadow size-28 rotate-[160deg]"
          />
          <span className="stamp absolute right-0 bottom-3 bg-ground text-tomato-ink">404</span>
        </div>
        <h1 className="text-4xl sm:text-5xl">{notFoundText.title}</h1>
        <p className="text-lg text-ink-soft">{what ?? notFoundText.text}</p>
        <div className="w-full max-w-md">
          <SearchBox label={notFoundText.search} />
        </div>
        <LinkButton to={paths.home} size="lg">
          {notFoundText.home}
        </LinkButton>
      </div>
    </Page>
  );
}

/** Every path without a route. */
export function Component() {
  return <NotFoundBody />;
}
