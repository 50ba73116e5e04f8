import { categorySchema, unitSchema } from '#libs/contracts';
import { categoryText } from '../../../lib/category-texts';
import { formatDateTime } from '../../../lib/format';
import { Button } from '../../../ui/button';
import { momentOf } from '../moments';
import type { DraftField, ProductDraft } from './draft';
import { editorText as text } from './texts';
import type { ProductDraftController } from './use-product-draft';

/** What a field says, in a few words. */
function shown(field: DraftField, draft: ProductDraft): string {
  const value = draft[field];
  if (field === 'images') return text.pictureCount(draft.images.length);
  if (typeof value !== 'string') return value ? text.yes : text.no;
  if (value.trim() === '') return text.empty;
  const moment = field === 'harvestedAt' || field === 'bestBefore' ? momentOf(value) : null;
  if (moment !== null) return formatDateTime(moment);
  const category = field === 'category' ? categorySchema.safeParse(value).data : undefined;
  if (category) return categoryText.names[category];
  const unit = field === 'unit' ? unitSchema.safeParse(value).data : undefined;
  return unit ? text.unitNames[unit] : value;
}

const nameOf = (field: DraftField) => text.fields[field];

/** What somebody else, or another tab, changed meanwhile: beside one's own words, to be chosen from. */
export function ChangedElsewhere({ editing }: { editing: ProductDraftController }) {
  const { clashes, taken, draft, theirs, take, keep, understand } = editing;
  if (clashes.length === 0 && taken.length === 0) return null;
  return (
    <section
      role="alert"
      className="grid gap-3 rounded-lg border-2 border-butter-ink bg-butter-tint p-4 text-butter-ink sm:p-5"
    >
      <h2 className="text-xl">{text.elsewhere}</h2>
      {clashes.length > 0 && <p>{text.elsewhereHint}</p>}
      {clashes.map((field) => (
        <div
          key={field}
          className="flex flex-wrap items-center justify-between gap-3 border-t border-current pt-3"
        >
          <dl className="min-w-0">
            <dt className="font-semibold">{nameOf(field)}</dt>
            <dd className="line-clamp-2">
              {text.nowIs}: <strong>{shown(field, theirs)}</strong>
            </dd>
            <dd className="line-clamp-2">
              {text.yours}: <strong>{shown(field, draft)}</strong>
            </dd>
          </dl>
          <span className="flex flex-wrap gap-2">
            <Button
              tone="outline"
              size="sm"
              aria-label={text.takeOver(nameOf(field))}
              onClick={() => take(field)}
            >
              {text.take}
            </Button>
            <Button
              tone="outline"
              size="sm"
              aria-label={text.keepMine(nameOf(field))}
              onClick={() => keep(field)}
            >
              {text.keep}
            </Button>
          </span>
        </div>
      ))}
      {taken.length > 0 && (
        <div className="flex flex-wrap items-center justify-between gap-3 border-t border-current pt-3">
          <p>{text.takenOver(taken.map(nameOf).join(', '))}</p>
          <Button tone="outline" size="sm" onClick={understand}>
            {text.understood}
          </Button>
        </div>
      )}
    </section>
  );
}
