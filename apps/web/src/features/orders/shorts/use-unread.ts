import { type RefObject, useState } from 'react';

/** Of each amount's field, whether it asks what its text means. */
export function useUnread() {
  const [fields] = useState(() => new Map<string, RefObject<boolean>>());
  return {
    of: (key: string): RefObject<boolean> => {
      const field = fields.get(key) ?? { current: false };
      fields.set(key, field);
      return field;
    },
    any: () => [...fields.values()].some(({ current }) => current),
  };
}
