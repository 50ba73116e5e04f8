import { X } from 'lucide-react';
import { useId } from 'react';
import * as z from 'zod/mini';
import {
  MAX_LENGTH,
  MAX_PROBLEM_PICTURES,
  type OrderPart,
  problemKindSchema,
  textSchema,
  UNITS,
} from '#libs/contracts';
import { useOnline } from '../../lib/browser/device';
import { FormError, useForm } from '../../lib/forms/use-form';
import { formatQuantity } from '../../lib/text/format';
import { IconButton } from '../../ui/button';
import { Chip } from '../../ui/chip';
import { Dialog } from '../../ui/dialog';
import { Field, Form, FormActions, Select, Textarea } from '../../ui/form';
import { Icon } from '../../ui/icon';
import { Stepper } from '../../ui/stepper';
import { useToast } from '../../ui/toast';
import { UploadArea } from '../../ui/upload-area';
import { uploadText } from '../../ui/upload-texts';
import { useUploads } from '../../ui/use-uploads';
import { useReportProblem } from './problems';
import { type ReportDraft, toReport, useReportDraft } from './report-draft';
import { problemsText, reportText as text } from './texts';

type Line = OrderPart['lines'][number];
type Change = (patch: (now: ReportDraft) => Partial<ReportDraft>) => void;

interface Props {
  orderId: string;
  part: OrderPart;
  /** The products with an open report. */
  reported: ReadonlySet<string>;
  onClose: () => void;
}

/** Reports a problem with a part that came. */
export default function ReportDialog(props: Props) {
  return (
    <Dialog sheet open onClose={props.onClose} title={text.reportOf(props.part.farmName)}>
      <ReportForm {...props} />
    </Dialog>
  );
}

// the lines and pictures are checked when it is sent
const schema = z.object({ text: textSchema(MAX_LENGTH.problem, { lines: true, empty: true }) });

function ReportForm({ orderId, part, reported, onClose }: Props) {
  const toast = useToast();
  const online = useOnline();
  const sending = useReportProblem({ orderId, partId: part._id });
  const { draft, change, discard } = useReportDraft(part._id);
  const hint = useId();
  const uploading = useUploads(
    { room: MAX_PROBLEM_PICTURES - draft.pictures.length, max: MAX_PROBLEM_PICTURES },
    (picture) => change(({ pictures }) => ({ pictures: [...pictures, picture] })),
  );
  const came = part.lines.filter(({ quantity }) => quantity > 0);
  const form = useForm({
    schema,
    onSubmit: async () => {
      const report = toReport(draft);
      if (report.lines.length === 0) throw new FormError({ lines: text.linesMissing });
      if (report.text === undefined && report.lines.some(({ kind }) => kind === 'other'))
        throw new FormError({ text: text.textMissing });
      await sending.mutateAsync({ report, key: draft.key });
      discard();
      toast({ title: text.done });
      onClose();
    },
  });
  const isFull = draft.pictures.length + uploading.inFlight >= MAX_PROBLEM_PICTURES;
  const blocked = uploading.inFlight > 0 ? text.stillUploading : null;
  return (
    <Form form={form} labels={{ lines: text.lines, text: text.text }}>
      <p>{text.lead(part.farmName)}</p>
      <fieldset id={`${form.id}-lines`} tabIndex={-1} className="grid gap-3">
        <legend className="mb-1 font-semibold">{text.lines}</legend>
        {form.errors.lines && <p className="font-semibold text-tomato-ink">{form.errors.lines}</p>}
        {came.map((line) => (
          <ReportedLine
            key={line.productId}
            line={line}
            draft={draft}
            isReported={reported.has(line.productId)}
            onChange={(patch) => {
              form.touch('lines');
              change(patch);
            }}
          />
        ))}
      </fieldset>
      <Field name="text" label={text.text} hint={text.textHint}>
        <Textarea
          rows={3}
          maxLength={MAX_LENGTH.problem}
          value={draft.text}
          onChange={({ target }) => change(() => ({ text: target.value }))}
        />
      </Field>
      <fieldset className="grid gap-3">
        <legend className="mb-1 font-semibold">{text.pictures}</legend>
        <p id={hint} className="text-sm text-ink-soft">
          {text.picturesHint(MAX_PROBLEM_PICTURES)} {uploadText.limits}
        </p>
        <Pictures draft={draft} onChange={change} />
        <UploadArea
          uploading={uploading}
          label={text.add}
          hintId={hint}
          buttonId={`${form.id}-pictures`}
          full={isFull ? text.full : null}
          multiple
        />
      </fieldset>
      <p className="text-sm text-ink-soft">{text.kept}</p>
      <FormActions
        cancel={problemsText.cancel}
        onCancel={onClose}
        send={text.send}
        disabledReason={online ? blocked : problemsText.offline}
      />
    </Form>
  );
}

function ReportedLine({
  line: { productId, name, unit, quantity: came },
  draft,
  isReported,
  onChange,
}: {
  line: Line;
  draft: ReportDraft;
  isReported: boolean;
  onChange: Change;
}) {
  const chosen = draft.lines[productId];
  const choose = (next: typeof chosen) =>
    onChange(({ lines: { [productId]: _, ...others } }) => ({
      lines: next ? { ...others, [productId]: next } : others,
    }));
  const grain = UNITS[unit].part / 1000;
  return (
    <div className="grid gap-3 rounded-md border border-rule p-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Chip
          type="checkbox"
          label={name}
          checked={chosen !== undefined}
          disabled={isReported}
          onChange={({ target }) =>
            choose(target.checked ? { quantity: came, kind: 'quality' } : undefined)
          }
        />
        <span className="text-sm text-ink-soft">
          {isReported ? text.isReported : text.came(formatQuantity(came, unit))}
        </span>
      </div>
      {chosen && (
        <div className="flex flex-wrap items-end gap-x-6 gap-y-3">
          <Field name={`kind-${productId}`} label={text.kindOf(name)}>
            <Select
              value={chosen.kind}
              onChange={({ target }) =>
                choose({ ...chosen, kind: problemKindSchema.parse(target.value) })
              }
            >
              {problemKindSchema.options.map((kind) => (
                <option key={kind} value={kind}>
                  {problemsText.kinds[kind]}
                </option>
              ))}
            </Select>
          </Field>
          <div className="grid gap-1">
            <span className="font-semibold">{problemsText.howMuch}</span>
            <Stepper
              name={name}
              unit={unit}
              value={chosen.quantity}
              step={Math.min(came, Math.max(grain, 0.5))}
              grain={grain}
              min={grain}
              max={came}
              onChange={(quantity) => choose({ ...chosen, quantity })}
            />
          </div>
        </div>
      )}
    </div>
  );
}

function Pictures({ draft: { pictures }, onChange }: { draft: ReportDraft; onChange: Change }) {
  if (pictures.length === 0) return null;
  return (
    <ul aria-label={problemsText.pictures} className="flex flex-wrap gap-3">
      {pictures.map(({ url, sizes }, at) => (
        <li key={url} className="flex items-start">
          <img
            src={sizes?.[0]?.url ?? url}
            alt={problemsText.picture(at + 1)}
            className="size-20 rounded-md border border-rule object-cover"
          />
          <IconButton
            label={text.remove(at + 1)}
            onClick={() =>
              onChange((now) => ({ pictures: now.pictures.filter((one) => one.url !== url) }))
            }
          >
            <Icon of={X} />
          </IconButton>
        </li>
      ))}
    </ul>
  );
}
