import { type ReactNode, type RefObject, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import type { OwnProductDto } from '#libs/contracts';
import type { ShownProduct } from '../../../entities/products';
import { useOnline } from '../../../lib/browser/device';
import { FormError, useForm } from '../../../lib/forms/use-form';
import { paths } from '../../../lib/paths';
import { Button, LinkButton } from '../../../ui/button';
import { Form } from '../../../ui/form';
import { useToast } from '../../../ui/toast';
import { UnsavedGuard } from '../../../ui/unsaved-guard';
import { uploadText } from '../../../ui/upload-texts';
import { productsText, editorText as text } from '../texts';
import { FormSections } from './form-sections';
import { MergeNotice } from './merge-notice';
import { Preview, type ProductFarm, previewOf } from './preview';
import { productFormSchema, productMessages } from './product-form';
import { useProductDraft } from './use-product-draft';
import { useProductSave } from './use-product-save';

const labels: Readonly<Record<string, string>> = {
  ...text.fields,
  ...Object.fromEntries(
    Array.from({ length: 8 }, (_, at) => [`images.${at}.alt`, text.alt(at + 1)]),
  ),
};

export interface EditorProps {
  /** The fields of a farm that its products contain. */
  readonly farm: ProductFarm;
  /** Renders the card that shoppers will see. */
  readonly card: (product: ShownProduct) => ReactNode;
}

/** Creates or edits a product: the form with a preview. */
export function ProductEditor({
  product,
  farm,
  card,
  aside,
}: EditorProps & {
  /** Null for a new product. */
  product: OwnProductDto | null;
  /** Further actions for an existing product. */
  aside?: ReactNode;
}) {
  const online = useOnline();
  const save = useProductSave();
  const editing = useProductDraft(product, save.saving);
  const { draft, base, changed } = editing;
  const [inFlight, setInFlight] = useState(0);
  /** Whether "Save and publish" was pressed; Enter in a field only saves. */
  const publish = useRef(false);

  const form = useEditorForm(editing, save, inFlight, publish);
  const blocked = online ? null : text.offline;
  const canPublish = base === null || base.status === 'draft';
  const unchanged = base !== null && changed.length === 0;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-8 lg:grid-cols-[minmax(0,1fr)_18rem] xl:grid-cols-[minmax(0,1fr)_20rem]">
      <Form
        form={form}
        labels={labels}
        aria-label={text.form}
        className="grid-cols-[minmax(0,1fr)]"
      >
        <UnsavedGuard active={changed.length > 0 && !form.busy} />
        <MergeNotice editing={editing} />
        <FormSections editing={editing} formId={form.id} onInFlight={setInFlight} />
        <div className="flex flex-wrap items-center gap-3">
          <Button
            type="submit"
            tone={canPublish ? 'outline' : 'leaf'}
            busy={form.busy}
            disabledReason={blocked ?? (unchanged ? text.nothing : null)}
            onClick={() => {
              publish.current = false;
            }}
          >
            {base === null ? text.saveDraft : text.save}
          </Button>
          {canPublish && (
            <Button
              type="submit"
              tone="leaf"
              busy={form.busy}
              disabledReason={blocked}
              onClick={() => {
                publish.current = true;
              }}
            >
              {text.publish}
            </Button>
          )}
          <LinkButton tone="ghost" to={`${paths.dashboardOf('farmer')}/products`}>
            {text.cancel}
          </LinkButton>
        </div>
      </Form>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-8 lg:sticky lg:top-28">
        {aside}
        <Preview draft={draft}>{card(previewOf(draft, base, farm))}</Preview>
      </div>
    </div>
  );
}

/** The form's controller: saves the product, and publishes it if that button was pressed. */
function useEditorForm(
  { draft, base, saved }: ReturnType<typeof useProductDraft>,
  save: ReturnType<typeof useProductSave>,
  uploads: number,
  publish: RefObject<boolean>,
) {
  const toast = useToast();
  const navigate = useNavigate();
  const { key } = useLocation();
  return useForm({
    schema: productFormSchema,
    messages: productMessages,
    onSubmit: async (typed) => {
      const publishing = publish.current;
      publish.current = false;
      if (uploads > 0) throw new FormError({ images: uploadText.stillUploading });
      if (base !== null) {
        const product = await save.update(typed, draft, base, publishing);
        saved(product, draft);
        toast({
          about: product._id,
          title: publishing
            ? productsText.stepped[product.status](product.name)
            : text.saved(product.name),
        });
        return;
      }
      let product = await save.create(typed);
      if (!publishing) toast({ about: product._id, title: text.created(product.name) });
      else
        try {
          product = await save.update({ ...typed, onHand: undefined }, draft, product, true);
          const { status, name } = product;
          toast({ about: product._id, title: productsText.stepped[status](name) });
        } catch (error) {
          toast({
            tone: 'error',
            about: product._id,
            title: text.notPublished(product.name),
            description: error instanceof Error ? error.message : undefined,
          });
        }
      saved(product, draft);
      // The state is the key of this editor, so that it stays (EditProduct).
      await navigate(paths.ownProduct(product._id), { replace: true, state: key });
    },
  });
}
