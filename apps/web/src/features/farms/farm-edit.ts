import * as z from 'zod/mini';
import {
  type Fulfilment,
  farmCoverSchema,
  MAX_ENTRIES,
  MAX_LENGTH,
  minimumOrderSchema,
  type OwnFarmDto,
  textSchema,
  type UpdateFarm,
} from '#libs/contracts';
import { typedMoney } from '../../lib/forms/typed-money';
import { ownFarmText } from './own-farm-texts';

const text = (max: number) => textSchema(max, { empty: true });
const lines = (max: number) => textSchema(max, { lines: true, empty: true });
const certificateText = text(MAX_LENGTH.certification).check(
  z.minLength(1, ownFarmText.certificates.missing),
);
const certificate = z.object({
  name: certificateText,
  issuer: certificateText,
  number: text(MAX_LENGTH.certificateNumber),
  validUntil: z.string(),
});
const checkbox = z.optional(z.literal('on'));
const dollars = z.pipe(typedMoney, minimumOrderSchema.shape.delivery);

const linesOf = (practices: string): string[] =>
  practices
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

/** The form of the farm's page: fields are strings, and unchecked checkboxes are absent. */
export const farmFormSchema = z.object({
  /** Absent without a picture. */
  cover: z.optional(farmCoverSchema),
  name: text(MAX_LENGTH.farmName).check(z.minLength(1)),
  tagline: text(MAX_LENGTH.tagline),
  story: lines(MAX_LENGTH.story),
  practices: z.string().check(
    z.refine((typed) => {
      const lines = linesOf(typed);
      return (
        lines.length <= MAX_ENTRIES.practices && lines.every((l) => l.length <= MAX_LENGTH.practice)
      );
    }),
  ),
  certification: text(MAX_LENGTH.certification),
  city: text(MAX_LENGTH.city),
  state: text(MAX_LENGTH.state),
  fulfilment: z._default(z.object({ delivery: checkbox, pickup: checkbox }), {}),
  pickupPlace: text(MAX_LENGTH.pickup),
  pickupDetails: z.object({ address: text(MAX_LENGTH.pickup), opening: lines(MAX_LENGTH.pickup) }),
  /** By row; absent if there are none. */
  certificates: z._default(z.record(z.string(), certificate), {}),
  minimumOrder: z.object({ delivery: dollars, pickup: dollars }),
  cardsOnly: checkbox,
});
type FarmForm = z.infer<typeof farmFormSchema>;

/** The fields that differ from the farm that the form started with; null if there are none. */
export function changesOf(form: FarmForm, base: OwnFarmDto): Omit<UpdateFarm, 'version'> | null {
  const fulfilment: Fulfilment[] = [];
  if (form.fulfilment.delivery) fulfilment.push('delivery');
  if (form.fulfilment.pickup) fulfilment.push('pickup');
  const edited = {
    cover: form.cover ?? null,
    name: form.name,
    tagline: form.tagline,
    story: form.story,
    practices: linesOf(form.practices),
    certification: form.certification || null,
    city: form.city,
    state: form.state,
    fulfilment,
    pickupPlace: form.pickupPlace || null,
    pickupDetails: detailsOf(form, base),
    certificates: Object.values(form.certificates).map(({ name, issuer, number, validUntil }) => ({
      name,
      issuer,
      number: number || null,
      validUntil: validUntil || null,
    })),
    minimumOrder: form.minimumOrder,
    cardsOnly: form.cardsOnly !== undefined,
  };
  const before = {
    ...base,
    cover: base.cover && { url: base.cover.url, alt: base.cover.alt },
    fulfilment: [...base.fulfilment].sort(),
    pickupDetails: base.pickupDetails && {
      address: base.pickupDetails.address,
      opening: base.pickupDetails.opening,
      location: base.pickupDetails.location,
    },
    certificates: base.certificates.map(({ name, issuer, number, validUntil }) => ({
      name,
      issuer,
      number,
      validUntil,
    })),
  };
  const changed = Object.entries(edited).filter(
    ([name, value]) =>
      JSON.stringify(value) !== JSON.stringify(before[name as keyof typeof edited]),
  );
  return changed.length === 0 ? null : Object.fromEntries(changed);
}

/** The details of the pickup place; keeps its position on the map, for which the form has no field. */
function detailsOf({ pickupDetails }: FarmForm, base: OwnFarmDto): OwnFarmDto['pickupDetails'] {
  const { address, opening } = pickupDetails;
  const location = base.pickupDetails?.location ?? null;
  return address || opening || location ? { address, opening, location } : null;
}
