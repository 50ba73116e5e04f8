import { declineReasonSchema } from '#libs/contracts';
import { ordersText } from '../texts';

/** Why a farm cannot bring what was ordered, for a dialog that asks. */
export const declineKinds = {
  label: ordersText.declineKind,
  missing: ordersText.declineKindMissing,
  options: declineReasonSchema.options.map((kind) => ({
    value: kind,
    label: ordersText.declineReasons[kind],
    words: ordersText.declineWords[kind],
  })),
};
