import * as z from 'zod/mini';
import {
  categorySchema,
  type Nutrition,
  type OwnProductDto,
  priceSchema,
  quantitySchema,
  textSchema,
  unitSchema,
} from '#libs/contracts';
import { fromDateInput, toDateInput } from '../date-input';
import { toNumber } from '../numbers';
import { editorText } from './texts';

const { messages } = editorText;

/** A field of the form whose draft is the typed text. */
interface Field {
  /** Parses the text. */
  readonly schema: z.ZodMiniType;
  /** The error message for a text that the schema refuses. */
  readonly bad?: string;
  /** The initial text for a new product; empty if absent. */
  readonly start?: string;
  /** Whether the text is a number: `4,50` is `4.5`. */
  readonly numeric?: true;
  /** The product's value as text. */
  readonly of: (product: OwnProductDto) => string;
}

/** The non-empty lines of a text, trimmed. */
export function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

const typed = (value: number | null) => (value === null ? '' : String(value));
const number = <Schema extends z.ZodMiniType<number, number>>(schema: Schema) =>
  z.pipe(z.pipe(z.string(), z.transform(toNumber)), schema);
const amountSchema = number(z.union([z.literal(0), quantitySchema]));
const momentSchema = z.pipe(z.string(), z.transform(fromDateInput));
const textOrNone = (max: number) => ({
  schema: z.pipe(
    textSchema(max, { lines: true, empty: true }),
    z.transform((text) => text || null),
  ),
  bad: messages.tooLong(max),
});
const lines = (most: number, longest: number) => ({
  schema: z.pipe(
    z.pipe(z.string(), z.transform(linesOf)),
    z.array(textSchema(longest)).check(
      z.maxLength(most),
      z.refine((all) => new Set(all).size === all.length),
    ),
  ),
  bad: messages.tooManyLines(most, longest),
});
const nutrient = (name: keyof Nutrition) =>
  ({
    schema: z.pipe(
      z.pipe(
        z.string(),
        z.transform((text) => (text.trim() === '' ? null : toNumber(text))),
      ),
      z.nullable(z.number().check(z.gte(0), z.lte(10_000))),
    ),
    bad: messages.nutrient,
    numeric: true,
    of: ({ nutrition }: OwnProductDto) => typed(nutrition[name]),
  }) as const;

/** The typed fields by their names in the form, in its order; its schema, messages and draft are derived from here. */
export const fields = {
  name: { schema: textSchema(120), bad: messages.name, of: ({ name }) => name },
  description: {
    schema: textSchema(5_000, { lines: true, empty: true }),
    bad: messages.tooLong(5_000),
    of: ({ description }) => description,
  },
  category: { schema: categorySchema, bad: messages.category, of: ({ category }) => category },
  price: {
    schema: number(priceSchema),
    bad: messages.price,
    numeric: true,
    of: ({ price }) => price.toFixed(2),
  },
  unit: { schema: unitSchema, start: 'lb', of: ({ unit }) => unit },
  step: {
    schema: number(quantitySchema),
    bad: messages.amount,
    start: '1',
    numeric: true,
    of: ({ step }) => typed(step),
  },
  minimum: {
    schema: number(quantitySchema),
    bad: messages.amount,
    start: '1',
    numeric: true,
    of: ({ minimum }) => typed(minimum),
  },
  lowAt: {
    schema: amountSchema,
    bad: messages.zeroAmount,
    start: '0',
    numeric: true,
    of: ({ lowAt }) => typed(lowAt),
  },
  // New products only: an existing product has a dialog for it.
  onHand: {
    schema: z.optional(amountSchema),
    bad: messages.zeroAmount,
    start: '0',
    numeric: true,
    of: () => '',
  },
  harvestedAt: { schema: momentSchema, of: ({ harvestedAt }) => toDateInput(harvestedAt) },
  bestBefore: { schema: momentSchema, of: ({ bestBefore }) => toDateInput(bestBefore) },
  lot: { ...textOrNone(60), of: ({ lot }) => lot ?? '' },
  allergens: { ...lines(20, 40), of: ({ allergens }) => allergens.join('\n') },
  storage: { ...textOrNone(500), of: ({ storage }) => storage ?? '' },
  features: { ...lines(12, 60), of: ({ features }) => features.join('\n') },
  'nutrition.calories': nutrient('calories'),
  'nutrition.protein': nutrient('protein'),
  'nutrition.carbohydrates': nutrient('carbohydrates'),
  'nutrition.fiber': nutrient('fiber'),
  'nutrition.vitaminC': nutrient('vitaminC'),
} satisfies Record<string, Field>;

export type TextField = keyof typeof fields;
export const textFields = Object.keys(fields) as TextField[];

/** One property of every field, by the field's name. */
export function eachField<Value>(
  value: (field: Field, name: TextField) => Value,
): Record<TextField, Value> {
  const entries = textFields.map((name) => [name, value(fields[name], name)]);
  return Object.fromEntries(entries) as Record<TextField, Value>;
}
