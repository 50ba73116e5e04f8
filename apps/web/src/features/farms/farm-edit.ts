import * as z from 'zod/mini';
import {
  type Fulfilment,
  farmCoverSchema,
  type OwnFarmDto,
  type UpdateFarm,
} from '#libs/contracts';

const MOST_PRACTICES = 12;
const LONGEST_PRACTICE = 80;
const text = (max: number) => z.string().check(z.trim(), z.maxLength(max));
const ticked = z.optional(z.literal('on'));
const dollars = z.pipe(
  z.string().check(z.trim(), z.regex(/^\d{1,5}(\.\d{1,2})?$/)),
  z.transform(Number),
);

const linesOf = (practices: string): string[] =>
  practices
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

/** The farm's page as its form sends it: everything is text, and a way is ticked or absent. */
export const farmFormSchema = z.object({
  /** Absent without a picture. */
  cover: z.optional(farmCoverSchema),
  name: text(80).check(z.minLength(1)),
  tagline: text(140),
  story: text(5_000),
  practices: z.string().check(
    z.refine((typed) => {
      const lines = linesOf(typed);
      return lines.length <= MOST_PRACTICES && lines.every((l) => l.length <= LONGEST_PRACTICE);
    }),
  ),
  certification: text(120),
  city: text(80),
  state: text(40),
  ways: z._default(z.object({ delivery: ticked, pickup: ticked }), {}),
  pickupPlace: text(200),
  minimumOrder: z.object({ delivery: dollars, pickup: dollars }),
});
type FarmForm = z.infer<typeof farmFormSchema>;

/** What somebody changed of the farm that they began with; null when that is nothing. */
export function editOf(form: FarmForm, began: OwnFarmDto): Omit<UpdateFarm, 'version'> | null {
  const ways: Fulfilment[] = [];
  if (form.ways.delivery) ways.push('delivery');
  if (form.ways.pickup) ways.push('pickup');
  const wanted = {
    cover: form.cover ?? null,
    name: form.name,
    tagline: form.tagline,
    story: form.story,
    practices: linesOf(form.practices),
    certification: form.certification || null,
    city: form.city,
    state: form.state,
    fulfilment: ways,
    pickupPlace: form.pickupPlace || null,
    minimumOrder: form.minimumOrder,
  };
  const before = {
    ...began,
    cover: began.cover && { url: began.cover.url, alt: began.cover.alt },
    fulfilment: [...began.fulfilment].sort(),
  };
  const changed = Object.entries(wanted).filter(
    ([name, value]) =>
      JSON.stringify(value) !== JSON.stringify(before[name as keyof typeof wanted]),
  );
  return changed.length === 0 ? null : Object.fromEntries(changed);
}
