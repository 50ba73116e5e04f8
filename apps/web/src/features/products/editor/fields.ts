import * as z from 'zod/mini';
import {
  categorySchema,
  MAX_ENTRIES,
  MAX_LENGTH,
  type Nutrition,
  type OwnProductDto,
  priceSchema,
  quantitySchema,
  textSchema,
  unitSchema,
} from '#libs/contracts';
import {
  amountIn,
  MONEY,
  type NumberKind,
  toNumber,
  typedNumber,
} from '../../../lib/forms/typed-number';
import { fromDateInput, toDateInput } from '../date-input';
import { editorText } from '../texts';

const { messages } = editorText;

/** A field of the form whose draft is the typed text. */
export interface FormField {
  /** Parses the text. */
  readonly schema: z.ZodMiniType;
  /** The error message for a text that the schema refuses. */
  readonly bad?: string;
  /** Of a text; characters. */
  readonly maxLength?: number;
  /** The initial text for a new product; empty if absent. */
  readonly start?: string;
  /** If the text is a number. */
  readonly number?: NumberKind;
  /** Whether the text is a date and time of a date field. */
  readonly isMoment?: true;
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

const typed = (value: number | null) => (value === null ? '' : typedNumber(value));
const number = <Schema extends z.ZodMiniType<number, number>>(
  kind: NumberKind,
  schema: Schema,
) => ({
  number: kind,
  schema: z.pipe(
    z.pipe(
      z.string(),
      z.transform((text) => toNumber(text, kind)),
    ),
    schema,
  ),
});
/** The unit is chosen in another field. */
const AMOUNT = amountIn();
const amount = number(AMOUNT, z.union([z.literal(0), quantitySchema]));
const momentSchema = z.pipe(z.string(), z.transform(fromDateInput));
const textOrNone = (max: number) => ({
  schema: z.pipe(
    textSchema(max, { lines: true, empty: true }),
    z.transform((text) => text || null),
  ),
  bad: messages.tooLong(max),
  maxLength: max,
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
const nutrient = (name: keyof Nutrition, unit: string) => {
  const kind = { ...AMOUNT, marks: [unit] };
  return {
    schema: z.pipe(
      z.pipe(
        z.string(),
        z.transform((text) => (text.trim() === '' ? null : toNumber(text, kind))),
      ),
      z.nullable(z.number().check(z.gte(0), z.lte(10_000))),
    ),
    bad: messages.nutrient,
    number: kind,
    of: ({ nutrition }: OwnProductDto) => typed(nutrition[name]),
  };
};

/** The typed fields by their names in the form, in its order; its schema, messages and draft are derived from here. */
export const fields = {
  name: {
    schema: textSchema(MAX_LENGTH.productName),
    bad: messages.name,
    maxLength: MAX_LENGTH.productName,
    of: ({ name }) => name,
  },
  description: {
    schema: textSchema(MAX_LENGTH.description, { lines: true, empty: true }),
    bad: messages.tooLong(MAX_LENGTH.description),
    maxLength: MAX_LENGTH.description,
    of: ({ description }) => description,
  },
  category: { schema: categorySchema, bad: messages.category, of: ({ category }) => category },
  price: {
    ...number(MONEY, priceSchema),
    bad: messages.price,
    of: ({ price }) => typedNumber(price, MONEY.places),
  },
  unit: { schema: unitSchema, start: 'lb', of: ({ unit }) => unit },
  step: {
    ...number(AMOUNT, quantitySchema),
    bad: messages.amount,
    start: '1',
    of: ({ step }) => typed(step),
  },
  minimum: {
    ...number(AMOUNT, quantitySchema),
    bad: messages.amount,
    start: '1',
    of: ({ minimum }) => typed(minimum),
  },
  lowAt: {
    ...amount,
    bad: messages.zeroAmount,
    start: '0',
    of: ({ lowAt }) => typed(lowAt),
  },
  // New products only: an existing product has a dialog for it.
  onHand: {
    ...amount,
    schema: z.optional(amount.schema),
    bad: messages.zeroAmount,
    start: '0',
    of: () => '',
  },
  harvestedAt: {
    schema: momentSchema,
    isMoment: true,
    of: ({ harvestedAt }) => toDateInput(harvestedAt),
  },
  bestBefore: {
    schema: momentSchema,
    isMoment: true,
    of: ({ bestBefore }) => toDateInput(bestBefore),
  },
  lot: { ...textOrNone(MAX_LENGTH.lot), of: ({ lot }) => lot ?? '' },
  allergens: {
    ...lines(MAX_ENTRIES.allergens, MAX_LENGTH.allergen),
    of: ({ allergens }) => allergens.join('\n'),
  },
  storage: { ...textOrNone(MAX_LENGTH.storage), of: ({ storage }) => storage ?? '' },
  features: {
    ...lines(MAX_ENTRIES.features, MAX_LENGTH.feature),
    of: ({ features }) => features.join('\n'),
  },
  'nutrition.calories': nutrient('calories', 'kcal'),
  'nutrition.protein': nutrient('protein', 'g'),
  'nutrition.carbohydrates': nutrient('carbohydrates', 'g'),
  'nutrition.fiber': nutrient('fiber', 'g'),
  'nutrition.vitaminC': nutrient('vitaminC', 'mg'),
} satisfies Record<string, FormField>;

export type TextField = keyof typeof fields;
export const textFields = Object.keys(fields) as TextField[];

/** One property of every field, by the field's name. */
export function eachField<Value>(
  value: (field: FormField, name: TextField) => Value,
): Record<TextField, Value> {
  const entries = textFields.map((name) => [name, value(fields[name], name)]);
  return Object.fromEntries(entries) as Record<TextField, Value>;
}
