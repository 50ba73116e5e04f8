import { type FormEvent, memo, type ReactNode, Suspense, useId, useState } from 'react';
import type { Id, ProductFacets } from '#libs/contracts';
import { lazyPart } from '../../lib/api/chunks';
import { useNow } from '../../lib/browser/timers';
import { cx } from '../../lib/cx';
import { MONEY, readNumber } from '../../lib/forms/typed-number';
import { formatMoney } from '../../lib/text/format';
import { typedText } from '../../lib/text/texts';
import { Button } from '../../ui/button';
import { dayLabel } from './day-label';
import type { ProductsFilter } from './products';
import { catalogueText } from './texts';
import { FILTER_PRICE_MAX } from './use-products-filter';

/** Loaded where there are more farms. */
const FarmCombobox = lazyPart(() => import('../../ui/farm-combobox'));

/** Farms that are listed; any other is found by its name. */
const FARMS_SHOWN = 8;

interface Props {
  filter: ProductsFilter;
  /** Undefined while loading: the choices then have no counts. */
  facets: ProductFacets | undefined;
  onChange: (patch: ProductsFilter) => void;
}

/** Days that are listed until more are asked for. */
const DAYS_SHOWN = 7;

/** Filters by day, farm, price, rating, organic and stock, with the number of products of each; stored in the URL. */
export const ProductFilters = memo(function ProductFilters({
  farmName,
  ...props
}: Props & { farmName: (id: Id) => string | undefined }) {
  const { filter, facets, onChange } = props;
  return (
    <div className="grid content-start gap-6">
      <DayFilter {...props} />
      <Group title={catalogueText.only}>
        <Choice
          label={catalogueText.organicOnly}
          count={facets?.organic}
          checked={filter.organic === true}
          onChange={(organic) => onChange({ organic: organic || undefined })}
        />
        <Choice
          label={catalogueText.inStockOnly}
          count={facets?.inStock}
          checked={filter.inStock === true}
          onChange={(inStock) => onChange({ inStock: inStock || undefined })}
        />
      </Group>
      <FarmFilter {...props} farmName={farmName} />
      <PriceFilter key={`${filter.minPrice}-${filter.maxPrice}`} {...props} />
      <RatingFilter {...props} />
    </div>
  );
});

/** The next days on which anything can be had; nothing if no farm has any. */
function DayFilter({ filter, facets, onChange }: Props) {
  const now = useNow();
  const [all, setAll] = useState(false);
  const counted = facets?.day ?? [];
  const { day: chosen } = filter;
  const isCounted = counted.some(({ value }) => value === chosen);
  const days = [
    ...counted.filter(({ value }, index) => all || index < DAYS_SHOWN || value === chosen),
    // one from a link on which nothing can be had, or that is after those counted
    ...(chosen !== undefined && !isCounted ? [{ value: chosen, count: undefined }] : []),
  ];
  if (days.length === 0) return null;
  return (
    <Group title={catalogueText.day}>
      <Choice
        type="radio"
        name="day"
        label={catalogueText.anyDay}
        count={undefined}
        checked={chosen === undefined}
        onChange={() => onChange({ day: undefined })}
      />
      {days.map(({ value, count }) => (
        <Choice
          key={value}
          type="radio"
          name="day"
          label={dayLabel(value, now)}
          count={count}
          checked={value === chosen}
          onChange={() => onChange({ day: value })}
        />
      ))}
      {!all && counted.length > DAYS_SHOWN && (
        <button
          type="button"
          onClick={() => setAll(true)}
          className="inline-flex min-h-9 items-center justify-self-start font-semibold text-leaf-ink underline underline-offset-4 pointer-coarse:min-h-11"
        >
          {catalogueText.moreDays}
        </button>
      )}
    </Group>
  );
}

function FarmFilter({
  filter,
  facets,
  onChange,
  farmName,
}: Props & { farmName: (id: Id) => string | undefined }) {
  const chosen = filter.farm ?? [];
  const counted = facets?.farm ?? [];
  const missing = chosen.filter((id) => !counted.some((one) => one.value === id));
  const farms = [
    // the most products first
    ...counted.filter(({ value }, index) => index < FARMS_SHOWN || chosen.includes(value)),
    ...missing.map((value) => ({
      value,
      label: farmName(value) ?? catalogueText.farm,
      // the others are not counted
      count: facets?.moreFarms === 0 ? 0 : undefined,
    })),
  ].sort((a, b) => a.label.localeCompare(b.label));
  if (farms.length === 0) return null;
  return (
    <Group title={catalogueText.farm}>
      {farms.map(({ value, label, count }) => (
        <Choice
          key={value}
          label={label}
          count={count}
          checked={chosen.includes(value)}
          onChange={(on) => {
            const next = on ? [...chosen, value] : chosen.filter((id) => id !== value);
            onChange({ farm: next.length > 0 ? next : undefined });
          }}
        />
      ))}
      {counted.length > FARMS_SHOWN && (
        <Suspense>
          <FarmCombobox
            label={catalogueText.otherFarm}
            any={catalogueText.farm}
            value=""
            onChange={(id) => onChange({ farm: [...new Set([...chosen, id])] })}
          />
        </Suspense>
      )}
    </Group>
  );
}

function PriceFilter({ filter, facets, onChange }: Props) {
  const id = useId();
  const [problems, setProblems] = useState<readonly (string | null)[]>([]);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const inputs = [...event.currentTarget.querySelectorAll('input')];
    const { problems, range } = readPrices(inputs.map(({ value }) => value));
    setProblems(problems);
    if (range === null) inputs[problems.findIndex(Boolean)]?.focus();
    else onChange(range);
  };
  const fields = [
    { name: 'minPrice', label: catalogueText.from, hint: facets?.price?.min },
    { name: 'maxPrice', label: catalogueText.upTo, hint: facets?.price?.max },
  ] as const;
  return (
    <Group title={catalogueText.price}>
      <form onSubmit={submit} className="flex flex-wrap items-end gap-2">
        {fields.map(({ name, label, hint }, at) => (
          <label key={name} className="min-w-0 flex-1">
            <span className="text-sm text-ink-soft">{label}</span>
            <input
              name={name}
              inputMode="decimal"
              autoComplete="off"
              defaultValue={filter[name] ?? ''}
              placeholder={hint === undefined ? undefined : formatMoney(hint)}
              aria-invalid={Boolean(problems[at]) || undefined}
              aria-describedby={problems[at] ? `${id}${at}` : undefined}
              className="h-11 w-full rounded-md border border-edge bg-paper px-3 tabular-nums placeholder:text-ink-soft aria-invalid:border-2 aria-invalid:border-tomato-ink"
            />
          </label>
        ))}
        <Button type="submit" tone="outline" aria-label={catalogueText.applyPrice}>
          {catalogueText.apply}
        </Button>
        {problems.map((problem, at) => (
          <p
            key={fields[at]?.name}
            id={`${id}${at}`}
            role="alert"
            className="w-full text-sm font-semibold text-tomato-ink empty:hidden"
          >
            {problem && `${fields[at]?.label}: ${problem}`}
          </p>
        ))}
      </form>
    </Group>
  );
}

function RatingFilter({ filter, facets, onChange }: Props) {
  const choices = [undefined, 4, 3, 2, 1];
  return (
    <Group title={catalogueText.ratingFilter}>
      {choices.map((stars) => (
        <Choice
          key={stars ?? 'any'}
          type="radio"
          name="rating"
          label={stars === undefined ? catalogueText.anyRating : catalogueText.starsUp(stars)}
          count={
            stars === undefined
              ? undefined
              : facets?.rating.find((one) => one.value === stars)?.count
          }
          checked={filter.rating === stars}
          onChange={() => onChange({ rating: stars })}
        />
      ))}
    </Group>
  );
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className="grid min-w-0 gap-0.5">
      <legend className="mb-1 font-display text-lg font-semibold">{title}</legend>
      {children}
    </fieldset>
  );
}

/** A checkbox or radio button with its label and number of products. */
function Choice({
  label,
  count,
  checked,
  onChange,
  type = 'checkbox',
  name,
}: {
  label: string;
  count: number | undefined;
  checked: boolean;
  onChange: (checked: boolean) => void;
  type?: 'checkbox' | 'radio';
  name?: string;
}) {
  return (
    <label
      className={cx(
        'flex min-h-9 cursor-pointer items-center gap-2.5 pointer-coarse:min-h-11',
        count === 0 && !checked && 'text-ink-soft',
      )}
    >
      <input
        type={type}
        name={name}
        checked={checked}
        onChange={(event) => onChange(event.target.checked)}
        className="size-5 shrink-0 accent-(--leaf)"
      />
      <span className="min-w-0 flex-1">{label}</span>
      {count !== undefined && (
        <span className="text-sm text-ink-soft tabular-nums">
          <span className="sr-only">, </span>
          {count}
        </span>
      )}
    </label>
  );
}

/** What is wrong with the typed bounds of a price; or their range, the lower first, if nothing is. */
function readPrices(typed: readonly string[]): {
  problems: (string | null)[];
  range: Pick<ProductsFilter, 'minPrice' | 'maxPrice'> | null;
} {
  const readings = typed.map((text) => readNumber(text, MONEY));
  const prices = readings.map(
    (reading) => ('value' in reading ? reading.value : null) ?? undefined,
  );
  const problems = readings.map((reading, at) => {
    if ('problem' in reading) return reading.problem;
    return (prices[at] ?? 0) > FILTER_PRICE_MAX ? typedText.priceTooHigh : null;
  });
  if (problems.some((problem) => problem !== null)) return { problems, range: null };
  const [low, high] = prices;
  const isReversed = low !== undefined && high !== undefined && low > high;
  return {
    problems,
    range: isReversed ? { minPrice: high, maxPrice: low } : { minPrice: low, maxPrice: high },
  };
}
