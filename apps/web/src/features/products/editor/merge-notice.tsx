import { categorySchema, unitSchema } from '#libs/contracts';
import { formatDateTime } from '../../../lib/text/format';
import { categoryText } from '../../../lib/text/texts';
import { Button } from '../../../ui/button';
import { fromDateInput } from '../date-input';
import { editorText as text } from '../texts';
import type { DraftField, ProductDraft } from './draft';
import type { ProductDraftController } from './use-product-draft';

/** A short text for a field's value. */
function formatField(field: DraftField, draft: ProductDraft): string {
  const value = draft[field];
  if (field === 'images') return text.pictureCount(draft.images.length);
  if (typeof value !== 'string') return value ? text.yes : text.no;
  if (value.trim() === '') return text.empty;
  const moment = field === 'harvestedAt' || field === 'bestBefore' ? fromDateInput(value) : null;
  if (moment !== null) return formatDateTime(moment);
  const category = field === 'category' ? categorySchema.safeParse(value).data : undefined;
  if (category) return categoryText.names[category];
  const unit = field === 'unit' ? unitSchema.safeParse(value).data : undefined;
  return unit ? text.unitNames[unit] : value;
}

const labelOf = (field: DraftField) => text.fields[field];

/** Lists changes from elsewhere: conflicts to resolve, and fields that were merged. */
export function MergeNotice({ editing }: { editing: ProductDraftController }) {
  const { conflicts, merged, draft, theirs, acceptTheirs, keepMine, dismissMerged } = editing;
  if (conflicts.length === 0 && merged.length === 0) return null;
  return (
    <section
      role="alert"
      // stays on screen while the form is scrolled
      className="sticky top-30 z-20 xl:top-20 grid max-h-[50dvh] gap-3 overflow-y-auto rounded-lg border-2 border-butter-ink bg-butter-tint p-4 text-butter-ink sm:p-5"
    >
      <h2 className="text-xl">{text.elsewhere}</h2>
      {conflicts.length > 0 && <p>{text.elsewhereHint}</p>}
      {conflicts.map((field) => (
        <div
          key={field}
          className="flex flex-wrap items-center justify-between gap-3 border-t border-current pt-3"
        >
          <dl className="min-w-0">
            <dt className="font-semibold">{labelOf(field)}</dt>
            <dd className="line-clamp-2">
              {text.nowIs}: <strong>{formatField(field, theirs)}</strong>
            </dd>
            <dd className="line-clamp-2">
              {text.yours}: <strong>{formatField(field, draft)}</strong>
            </dd>
          </dl>
          <span className="flex flex-wrap gap-2">
            <Button
              tone="outline"
              size="sm"
              aria-label={text.takeOver(labelOf(field))}
              onClick={() => acceptTheirs(field)}
            >
              {text.take}
            </Button>
            <Button
              tone="outline"
              size="sm"
              aria-label={text.keepMine(labelOf(field))}
              onClick={() => keepMine(field)}
            >
              {text.keep}
            </Button>
          </span>
        </div>
      ))}
      {merged.length > 0 && (
        <div className="flex flex-wrap items-center justify-between gap-3 border-t border-current pt-3">
          <p>
            {text.takenOver(
              merged
                .map((field) => text.fieldNow(labelOf(field), formatField(field, theirs)))
                .join(', '),
            )}
          </p>
          <Button tone="outline" size="sm" onClick={dismissMerged}>
            {text.understood}
          </Button>
        </div>
      )}
    </section>
  );
}
