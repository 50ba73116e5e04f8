import { type ComponentType, startTransition, useEffect, useState } from 'react';
import { loadPart, pageLoaded } from './chunks';

/**
 * A part that a page is complete without, such as what is live only: it is loaded after the page, and renders nothing
 * until then, as on the server. Its place has to have its size.
 */
export function afterPage<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): ComponentType<Props> {
  let known: ComponentType<Props> | null = null;
  let loading: Promise<ComponentType<Props>> | undefined;
  return function AfterPage(props: Props) {
    const [Part, setPart] = useState(() => known);
    useEffect(() => {
      if (Part !== null) return;
      let cancelled = false;
      loading ??= pageLoaded()
        .then(() => loadPart(load))
        .then((chunk) => {
          known = chunk.default;
          return known;
        });
      loading.then(
        (part) => {
          // a list has many: a transition renders them without blocking input
          if (!cancelled) startTransition(() => setPart(() => part));
        },
        () => undefined, // the page works without it
      );
      return () => {
        cancelled = true;
      };
    }, [Part]);
    return Part && <Part {...props} />;
  };
}
