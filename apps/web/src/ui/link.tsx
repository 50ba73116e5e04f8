import type { MouseEvent } from 'react';
import {
  type LinkProps as RouterLinkProps,
  useHref,
  useLinkClickHandler,
  useLocation,
  useResolvedPath,
} from 'react-router-dom';

export type LinkProps = Pick<RouterLinkProps, 'to' | 'state' | 'replace'> &
  Omit<React.ComponentPropsWithRef<'a'>, 'href'>;

/**
 * A link to another page of the app. The router's own component also prefetches the modules of its framework, which
 * no script of this app contains, and is three times as large.
 */
export function Link({ to, state, replace, onClick, ...rest }: LinkProps) {
  const href = useHref(to);
  const navigate = useLinkClickHandler<HTMLAnchorElement>(to, {
    state,
    replace,
    target: rest.target,
  });
  const onLinkClick = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    if (!event.defaultPrevented) navigate(event);
  };
  return <a {...rest} href={href} onClick={onLinkClick} />;
}

/** A link of a navigation bar; active on its page and, unless `end`, on the pages below it. */
export function NavLink({
  end = false,
  className,
  ...rest
}: Omit<LinkProps, 'className'> & {
  end?: boolean;
  className: (state: { isActive: boolean }) => string;
}) {
  const path = useResolvedPath(rest.to).pathname.toLowerCase();
  const here = useLocation().pathname.toLowerCase();
  const isActive = here === path || (!end && here.startsWith(`${path}/`));
  return (
    <Link
      {...rest}
      className={className({ isActive })}
      aria-current={isActive ? 'page' : undefined}
    />
  );
}
