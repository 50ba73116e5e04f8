import { categorySchema, unitSchema } from '#libs/contracts';
import { categoryText } from '../../../lib/text/texts';
import { Field, Select } from '../../../ui/form';
import { editorText as text } from '../texts';
import { CheckboxInput, FormSection, TextBlock, TextInput } from './form-parts';
import { PicturesField } from './pictures-field';
import { comparableOf } from './preview';
import type { ProductDraftController } from './use-product-draft';

/** The fields of a product in sections. */
export function FormSections({
  editing,
  formId,
  onInFlight,
}: {
  editing: ProductDraftController;
  formId: string;
  onInFlight: (count: number) => void;
}) {
  const { draft, edit } = editing;
  return (
    <>
      <FormSection title={text.what}>
        <TextInput editing={editing} name="name" wide />
        <Field name="category" label={text.fields.category}>
          <Select
            value={draft.category}
            onChange={(event) => edit({ category: event.target.value })}
          >
            {draft.category === '' && <option value="">{text.choose}</option>}
            {categorySchema.options.map((category) => (
              <option key={category} value={category}>
                {categoryText.names[category]}
              </option>
            ))}
          </Select>
        </Field>
        <CheckboxInput editing={editing} name="organic" />
        <TextBlock
          editing={editing}
          name="description"
          hint={text.hints.description}
          rows={5}
          optional
          wide
        />
        <TextBlock
          editing={editing}
          name="features"
          hint={text.hints.lines}
          rows={3}
          optional
          wide
        />
      </FormSection>
      <Amounts editing={editing} />
      <FormSection title={text.pictures}>
        <div className="sm:col-span-2">
          <PicturesField
            pictures={draft.images}
            onChange={editing.editImages}
            onInFlight={onInFlight}
            buttonId={`${formId}-images`}
          />
        </div>
      </FormSection>
      <FormSection title={text.harvest}>
        <TextInput editing={editing} name="harvestedAt" optional />
        <TextInput editing={editing} name="bestBefore" optional />
        <TextInput editing={editing} name="lot" hint={text.hints.lot} optional wide />
        <TextBlock
          editing={editing}
          name="allergens"
          hint={text.hints.lines}
          rows={3}
          optional
          wide
        />
        <TextBlock editing={editing} name="storage" rows={3} optional wide />
      </FormSection>
      <FormSection title={text.nutrition} lead={text.nutritionHint}>
        {nutrients.map((name) => (
          <TextInput key={name} editing={editing} name={name} optional />
        ))}
      </FormSection>
    </>
  );
}

const nutrients = [
  'nutrition.calories',
  'nutrition.protein',
  'nutrition.carbohydrates',
  'nutrition.fiber',
  'nutrition.vitaminC',
] as const;

function Amounts({ editing }: { editing: ProductDraftController }) {
  const { draft, base, edit } = editing;
  const comparable = comparableOf(draft);
  const unitIsFixed =
    base !== null && (base.publishedAt !== null || base.onHand > 0 || base.sold > 0);
  const units = unitIsFixed ? [base.unit] : unitSchema.options;
  return (
    <FormSection title={text.money}>
      <TextInput
        editing={editing}
        name="price"
        hint={
          comparable === null || draft.unit === 'each' ? undefined : text.hints.price(comparable)
        }
      />
      <Field
        name="unit"
        label={text.fields.unit}
        hint={unitIsFixed ? text.hints.unitFixed : undefined}
      >
        <Select value={draft.unit} onChange={(event) => edit({ unit: event.target.value })}>
          {units.map((unit) => (
            <option key={unit} value={unit}>
              {text.unitNames[unit]}
            </option>
          ))}
        </Select>
      </Field>
      <TextInput editing={editing} name="step" hint={text.hints.step} />
      <TextInput editing={editing} name="minimum" hint={text.hints.minimum} />
      {base === null && <TextInput editing={editing} name="onHand" hint={text.hints.onHand} />}
      <TextInput editing={editing} name="lowAt" hint={text.hints.lowAt} />
      <CheckboxInput editing={editing} name="showsCount" hint={text.hints.showsCount} />
    </FormSection>
  );
}
