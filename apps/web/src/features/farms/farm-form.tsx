import { useState } from 'react';
import type { OwnFarmDto } from '#libs/contracts';
import { errorCode } from '../../lib/api';
import { FormError, useForm } from '../../lib/use-form';
import { useOnline } from '../../lib/use-online';
import { Button } from '../../ui/button';
import { Card, SectionTitle } from '../../ui/card';
import { Checkbox, Field, Form, Input, Textarea } from '../../ui/form';
import { useToast } from '../../ui/toast';
import { uploadText } from '../../ui/upload-texts';
import { CoverField } from './cover-field';
import { editOf, farmFormSchema } from './farm-edit';
import { useUpdateFarm } from './own-farm';
import { ownFarmText as text } from './own-farm-texts';

const labels = {
  'cover.url': text.cover.title,
  'cover.alt': text.cover.alt,
  name: text.name,
  tagline: text.tagline,
  story: text.story,
  practices: text.practices,
  certification: text.certification,
  city: text.city,
  state: text.state,
  pickupPlace: text.pickupPlace,
  'minimumOrder.delivery': text.minimumDelivery,
  'minimumOrder.pickup': text.minimumPickup,
};

/**
 * The farm's page, to be edited. What comes in live never touches what is being typed: only the fields that
 * the farmer changed are sent, on top of the farm as it is now.
 */
export function FarmForm({ farm }: { farm: OwnFarmDto }) {
  const [{ began, revision }, setStart] = useState({ began: farm, revision: 0 });
  const [underWay, setUnderWay] = useState(0);
  const online = useOnline();
  const toast = useToast();
  const update = useUpdateFarm();
  const form = useForm({
    schema: farmFormSchema,
    messages: text.wrong,
    onSubmit: async (typed) => {
      if (underWay > 0) throw new FormError({ 'cover.url': uploadText.stillUnderWay });
      const edit = editOf(typed, began);
      if (edit === null) return toast({ tone: 'info', title: text.noChange });
      try {
        const saved = await update.mutateAsync({ ...edit, version: farm.version });
        setStart((now) => ({ ...now, began: saved }));
      } catch (error) {
        if (errorCode(error) === 'VERSION_CONFLICT') throw new FormError({ '': text.conflict });
        toast({ tone: 'error', title: text.saveFailed });
        throw error;
      }
      toast({ title: text.saved });
    },
  });
  // until somebody types, the fields follow the farm
  if (!form.dirty && !form.busy && underWay === 0 && farm.version > began.version) {
    setStart({ began: farm, revision: revision + 1 });
  }
  return (
    <Card as="section" aria-labelledby="farm-page-title">
      <SectionTitle id="farm-page-title">{text.page}</SectionTitle>
      <p className="mb-5 text-ink-soft">{text.pageHint}</p>
      <Form form={form} labels={labels} guard aria-labelledby="farm-page-title">
        {form.dirty && farm.version !== began.version && (
          <p role="status" className="rounded-md bg-butter-tint p-4 text-butter-ink">
            {text.changedMeanwhile}
          </p>
        )}
        <CoverField
          key={`cover ${revision}`}
          began={began.cover}
          buttonId={`${form.id}-cover.url`}
          onChange={form.touch}
          onUnderWay={setUnderWay}
        />
        <FarmFields key={revision} farm={began} />
        <div>
          <Button type="submit" busy={form.busy} disabledReason={online ? null : text.offline}>
            {text.save}
          </Button>
        </div>
      </Form>
    </Card>
  );
}

function FarmFields({ farm }: { farm: OwnFarmDto }) {
  const [picksUp, setPicksUp] = useState(farm.fulfilment.includes('pickup'));
  return (
    <>
      <Field name="name" label={text.name}>
        <Input defaultValue={farm.name} maxLength={80} autoComplete="organization" required />
      </Field>
      <Field name="tagline" label={text.tagline} hint={text.taglineHint}>
        <Input defaultValue={farm.tagline} maxLength={140} />
      </Field>
      <Field name="story" label={text.story} hint={text.storyHint}>
        <Textarea defaultValue={farm.story} rows={7} maxLength={5000} />
      </Field>
      <Field name="practices" label={text.practices} hint={text.practicesHint}>
        <Textarea defaultValue={farm.practices.join('\n')} rows={4} />
      </Field>
      <Field name="certification" label={text.certification} hint={text.certificationHint} optional>
        <Input defaultValue={farm.certification ?? ''} maxLength={120} />
      </Field>
      <div className="grid gap-5 sm:grid-cols-2">
        <Field name="city" label={text.city}>
          <Input defaultValue={farm.city} maxLength={80} autoComplete="address-level2" />
        </Field>
        <Field name="state" label={text.state}>
          <Input defaultValue={farm.state} maxLength={40} autoComplete="address-level1" />
        </Field>
      </div>
      <fieldset>
        <legend className="mb-1 font-semibold">{text.ways}</legend>
        <Checkbox
          name="ways.delivery"
          label={text.delivery}
          defaultChecked={farm.fulfilment.includes('delivery')}
        />
        <Checkbox
          name="ways.pickup"
          label={text.pickup}
          checked={picksUp}
          onChange={(event) => setPicksUp(event.target.checked)}
        />
      </fieldset>
      <Field
        name="pickupPlace"
        label={text.pickupPlace}
        hint={text.pickupPlaceHint}
        optional={!picksUp}
      >
        <Input defaultValue={farm.pickupPlace ?? ''} maxLength={200} />
      </Field>
      <fieldset>
        <legend className="mb-1 font-semibold">{text.minimums}</legend>
        <p className="mb-3 text-sm text-ink-soft">{text.minimumsHint}</p>
        <div className="grid max-w-sm grid-cols-2 gap-4">
          <Field name="minimumOrder.delivery" label={text.minimumDelivery}>
            <Input inputMode="decimal" defaultValue={farm.minimumOrder.delivery} />
          </Field>
          <Field name="minimumOrder.pickup" label={text.minimumPickup}>
            <Input inputMode="decimal" defaultValue={farm.minimumOrder.pickup} />
          </Field>
        </div>
      </fieldset>
    </>
  );
}
