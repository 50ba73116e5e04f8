import { useState } from 'react';
import { MAX_LENGTH, type OwnFarmDto } from '#libs/contracts';
import { errorCode } from '../../lib/api/api';
import { useSettings } from '../../lib/api/public-data';
import { useOnline } from '../../lib/browser/device';
import { MONEY, typedNumber } from '../../lib/forms/typed-number';
import { FormError, useForm } from '../../lib/forms/use-form';
import { Button } from '../../ui/button';
import { Card, SectionTitle } from '../../ui/card';
import { Checkbox, Field, Form, Input, Textarea } from '../../ui/form';
import { NumberInput } from '../../ui/number-input';
import { useToast } from '../../ui/toast';
import { uploadText } from '../../ui/upload-texts';
import { CertificatesField } from './certificates-field';
import { CoverField } from './cover-field';
import { changesOf, farmFormSchema } from './farm-edit';
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
  'pickupDetails.address': text.pickupAddress,
  'pickupDetails.opening': text.opening,
  'minimumOrder.delivery': text.minimumDelivery,
  'minimumOrder.pickup': text.minimumPickup,
};

/**
 * Edits the farm's page. Live updates do not change the fields of a dirty form: only the changed fields are sent, with
 * the current version of the farm.
 */
export function FarmForm({ farm }: { farm: OwnFarmDto }) {
  const [{ base, revision }, setState] = useState({ base: farm, revision: 0 });
  const [inFlight, setInFlight] = useState(0);
  const online = useOnline();
  const toast = useToast();
  const update = useUpdateFarm();
  const form = useForm({
    schema: farmFormSchema,
    messages: text.wrong,
    onSubmit: async (typed) => {
      if (inFlight > 0) throw new FormError({ 'cover.url': uploadText.stillUploading });
      const changes = changesOf(typed, base);
      if (changes === null) return toast({ tone: 'info', title: text.noChange });
      try {
        const saved = await update.mutateAsync({ ...changes, version: farm.version });
        setState((now) => ({ ...now, base: saved }));
      } catch (error) {
        if (errorCode(error) === 'VERSION_CONFLICT') throw new FormError({ '': text.conflict });
        toast({ tone: 'error', title: text.saveFailed });
        throw error;
      }
      toast({ title: text.saved });
    },
  });
  // while the form is not dirty, a newer farm resets its fields
  if (!form.dirty && !form.busy && inFlight === 0 && farm.version > base.version) {
    setState({ base: farm, revision: revision + 1 });
  }
  return (
    <Card as="section" aria-labelledby="farm-page-title">
      <SectionTitle id="farm-page-title">{text.page}</SectionTitle>
      <p className="mb-5 text-ink-soft">{text.pageHint}</p>
      <Form form={form} labels={labels} guard aria-labelledby="farm-page-title">
        {form.dirty && farm.version !== base.version && (
          <p role="status" className="rounded-md bg-butter-tint p-4 text-butter-ink">
            {text.changedMeanwhile}
          </p>
        )}
        <CoverField
          key={`cover ${revision}`}
          initial={base.cover}
          buttonId={`${form.id}-cover.url`}
          onChange={form.touch}
          onInFlight={setInFlight}
        />
        <FarmFields key={revision} farm={base} onChange={form.touch} />
        <div>
          <Button type="submit" busy={form.busy} disabledReason={online ? null : text.offline}>
            {text.save}
          </Button>
        </div>
      </Form>
    </Card>
  );
}

function FarmFields({ farm, onChange }: { farm: OwnFarmDto; onChange: () => void }) {
  const takesCards = Boolean(useSettings()?.cards);
  const [offersPickup, setOffersPickup] = useState(farm.fulfilment.includes('pickup'));
  return (
    <>
      <Field name="name" label={text.name}>
        <Input
          defaultValue={farm.name}
          maxLength={MAX_LENGTH.farmName}
          autoComplete="organization"
          required
        />
      </Field>
      <Field name="tagline" label={text.tagline} hint={text.taglineHint}>
        <Input defaultValue={farm.tagline} maxLength={MAX_LENGTH.tagline} />
      </Field>
      <Field name="story" label={text.story} hint={text.storyHint}>
        <Textarea defaultValue={farm.story} rows={7} maxLength={MAX_LENGTH.story} />
      </Field>
      <Field name="practices" label={text.practices} hint={text.practicesHint}>
        <Textarea defaultValue={farm.practices.join('\n')} rows={4} />
      </Field>
      <Field name="certification" label={text.certification} hint={text.certificationHint} optional>
        <Input defaultValue={farm.certification ?? ''} maxLength={MAX_LENGTH.certification} />
      </Field>
      <CertificatesField initial={farm.certificates} onChange={onChange} />
      <div className="grid gap-5 sm:grid-cols-2">
        <Field name="city" label={text.city}>
          <Input
            defaultValue={farm.city}
            maxLength={MAX_LENGTH.city}
            autoComplete="address-level2"
          />
        </Field>
        <Field name="state" label={text.state}>
          <Input
            defaultValue={farm.state}
            maxLength={MAX_LENGTH.state}
            autoComplete="address-level1"
          />
        </Field>
      </div>
      <fieldset>
        <legend className="mb-1 font-semibold">{text.ways}</legend>
        <Checkbox
          name="fulfilment.delivery"
          label={text.delivery}
          defaultChecked={farm.fulfilment.includes('delivery')}
        />
        <Checkbox
          name="fulfilment.pickup"
          label={text.pickup}
          checked={offersPickup}
          onChange={(event) => setOffersPickup(event.target.checked)}
        />
      </fieldset>
      <Field
        name="pickupPlace"
        label={text.pickupPlace}
        hint={text.pickupPlaceHint}
        optional={!offersPickup}
      >
        <Input defaultValue={farm.pickupPlace ?? ''} maxLength={MAX_LENGTH.pickup} />
      </Field>
      <div className="grid gap-5 sm:grid-cols-2">
        <Field
          name="pickupDetails.address"
          label={text.pickupAddress}
          hint={text.pickupAddressHint}
          optional
        >
          <Input
            defaultValue={farm.pickupDetails?.address ?? ''}
            maxLength={MAX_LENGTH.pickup}
            autoComplete="street-address"
          />
        </Field>
        <Field name="pickupDetails.opening" label={text.opening} hint={text.openingHint} optional>
          <Input defaultValue={farm.pickupDetails?.opening ?? ''} maxLength={MAX_LENGTH.pickup} />
        </Field>
      </div>
      <fieldset>
        <legend className="mb-1 font-semibold">{text.minimums}</legend>
        <p className="mb-3 text-sm text-ink-soft">{text.minimumsHint}</p>
        <div className="grid max-w-sm grid-cols-2 gap-4">
          <Field name="minimumOrder.delivery" label={text.minimumDelivery}>
            <NumberInput kind={MONEY} defaultValue={typedNumber(farm.minimumOrder.delivery)} />
          </Field>
          <Field name="minimumOrder.pickup" label={text.minimumPickup}>
            <NumberInput kind={MONEY} defaultValue={typedNumber(farm.minimumOrder.pickup)} />
          </Field>
        </div>
      </fieldset>
      {takesCards ? (
        <Checkbox
          name="cardsOnly"
          label={text.cardsOnly}
          hint={text.cardsOnlyHint}
          defaultChecked={farm.cardsOnly}
        />
      ) : (
        farm.cardsOnly && <input type="hidden" name="cardsOnly" value="on" />
      )}
    </>
  );
}
