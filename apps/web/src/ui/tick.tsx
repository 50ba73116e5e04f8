import { useEffect, useRef, useState } from 'react';

/** A number that is animated briefly when it changes. */
export function Tick({ children }: { children: string }) {
  const before = useRef(children);
  const [changes, setChanges] = useState(0);
  useEffect(() => {
    if (before.current === children) return;
    before.current = children;
    setChanges((now) => now + 1);
  }, [children]);
  return (
    <span
      key={changes}
      data-changes={changes}
      className={
        changes === 0
          ? 'inline-block tabular-nums'
          : 'inline-block animate-[rise_260ms_ease-out] tabular-nums'
      }
    >
      {children}
    </span>
  );
}
