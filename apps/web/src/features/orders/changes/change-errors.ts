import * as z from 'zod/mini';
import { idSchema } from '#libs/contracts';
import { ApiError } from '../../../lib/api/api';
import { formatMoney } from '../../../lib/text/format';
import { errorMessage } from '../../../ui/states';
import { changeText as text } from './texts';

const lineSchema = z.object({ productId: idSchema });
const pricesSchema = z.object({
  lines: z.array(z.object({ productId: idSchema, to: z.number() })),
});

/** Why a change was refused: by line where a line is the reason, else as a whole. */
export interface ChangeErrors {
  /** By product id. */
  readonly lines: Readonly<Record<string, string>>;
  readonly whole: string | null;
}

export const noErrors: ChangeErrors = { lines: {}, whole: null };

/** The errors of a refused change of these products. */
export function changeErrors(error: unknown, productIds: readonly string[]): ChangeErrors {
  const whole = errorMessage(error);
  if (!(error instanceof ApiError)) return { lines: {}, whole };
  const { code, details, errors = [], message } = error.problem;
  const lines: Record<string, string> = {};
  if (code === 'PRICE_CHANGED')
    for (const { productId, to } of pricesSchema.safeParse(details).data?.lines ?? [])
      lines[productId] = text.costsNow(formatMoney(to));
  const about = lineSchema.safeParse(details).data?.productId;
  if (about) lines[about] = message;
  for (const { path, message: why } of errors) {
    const id = productIds[Number(/^lines\.(\d+)\b/.exec(path)?.[1])];
    if (id) lines[id] = why;
  }
  const isShown = productIds.some((id) => lines[id] !== undefined);
  return { lines, whole: isShown ? null : whole };
}
