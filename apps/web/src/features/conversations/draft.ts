import { nanoid } from 'nanoid';
import { useState } from 'react';
import * as z from 'zod/mini';
import { type UploadedPicture, uploadedPictureSchema } from '#libs/contracts';
import { sessionStore } from '../../lib/browser/storage';

const wordsShape = { text: z.string(), pictures: z.array(uploadedPictureSchema) };
const outgoingSchema = z.object({
  ...wordsShape,
  /** The idempotency key, so that a message whose answer was lost is there once. */
  key: z.string(),
  /** Why it was not sent; null while it is on its way. */
  failure: z.nullable(z.string()),
});
const draftSchema = z.object({ ...wordsShape, outgoing: z.array(outgoingSchema) });
export type Outgoing = z.infer<typeof outgoingSchema>;
type Draft = z.infer<typeof draftSchema>;
const NOTHING: Draft = { text: '', pictures: [], outgoing: [] };

/** `interrupted`: why what was on its way when the page was left is not known to be sent. */
function stored(name: string, interrupted: string): Draft {
  try {
    const draft = draftSchema.parse(JSON.parse(sessionStore.get(name) ?? ''));
    const outgoing = draft.outgoing.map((one) => ({ ...one, failure: one.failure ?? interrupted }));
    return { ...draft, outgoing };
  } catch {
    return NOTHING;
  }
}

/** What somebody writes about a part, and what was not sent yet; kept in this tab. */
export function useDraft(partId: string, interrupted: string) {
  const name = `message:${partId}`;
  const [draft, setDraft] = useState(() => stored(name, interrupted));
  const change = (patch: (now: Draft) => Partial<Draft>) =>
    setDraft((now) => {
      const next = { ...now, ...patch(now) };
      if (next.text === '' && next.pictures.length + next.outgoing.length === 0)
        sessionStore.remove(name);
      else sessionStore.set(name, JSON.stringify(next));
      return next;
    });
  return {
    draft,
    setText: (text: string) => change(() => ({ text })),
    addPicture: (picture: UploadedPicture) =>
      change(({ pictures }) => ({ pictures: [...pictures, picture] })),
    removePicture: (url: string) =>
      change(({ pictures }) => ({ pictures: pictures.filter((one) => one.url !== url) })),
    /** Moves what was written to what is on its way, and returns it. */
    begin: (): Outgoing => {
      const { text, pictures } = draft;
      const started: Outgoing = { text, pictures, key: nanoid(), failure: null };
      change(({ outgoing }) => ({ text: '', pictures: [], outgoing: [...outgoing, started] }));
      return started;
    },
    setFailure: (key: string, failure: string | null) =>
      change(({ outgoing }) => ({
        outgoing: outgoing.map((one) => (one.key === key ? { ...one, failure } : one)),
      })),
    /** It was sent, or is given up. */
    end: (key: string) =>
      change(({ outgoing }) => ({ outgoing: outgoing.filter((one) => one.key !== key) })),
  };
}
