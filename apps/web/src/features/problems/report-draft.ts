import { useState } from 'react';
import * as z from 'zod/mini';
import {
  idSchema,
  problemKindSchema,
  quantitySchema,
  type ReportProblem,
  uploadedPictureSchema,
} from '#libs/contracts';
import { sessionStore } from '../../lib/browser/storage';
import { newReportKey } from './problems';

const draftSchema = z.object({
  /** By product id. */
  lines: z.record(idSchema, z.object({ quantity: quantitySchema, kind: problemKindSchema })),
  text: z.string(),
  pictures: z.array(uploadedPictureSchema),
  /** The idempotency key of its report. */
  key: z.string(),
});
export type ReportDraft = z.infer<typeof draftSchema>;

function stored(name: string): ReportDraft {
  try {
    return draftSchema.parse(JSON.parse(sessionStore.get(name) ?? ''));
  } catch {
    return { lines: {}, text: '', pictures: [], key: newReportKey() };
  }
}

/** What the customer has entered about a part, kept in this tab until it is sent. */
export function useReportDraft(partId: string) {
  const name = `problem:${partId}`;
  const [draft, setDraft] = useState(() => stored(name));
  const change = (patch: (now: ReportDraft) => Partial<ReportDraft>) =>
    setDraft((now) => {
      // another content is another report
      const next = { ...now, ...patch(now), key: newReportKey() };
      sessionStore.set(name, JSON.stringify(next));
      return next;
    });
  return { draft, change, discard: () => sessionStore.remove(name) };
}

export const toReport = ({ lines, text, pictures }: ReportDraft): ReportProblem => ({
  lines: Object.entries(lines).map(([productId, line]) => ({ productId, ...line })),
  ...(text.trim() !== '' && { text }),
  pictures: pictures.map(({ url }) => url),
});
