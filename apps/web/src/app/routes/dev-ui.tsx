import { Carrot } from 'lucide-react';
import { useState } from 'react';
import * as z from 'zod/mini';
import { roleSchema, textSchema } from '#libs/contracts';
import { ApiError } from '../../lib/api/api';
import { themes, useTheme } from '../../lib/browser/preferences';
import { MONEY } from '../../lib/forms/typed-number';
import { useForm } from '../../lib/forms/use-form';
import { Badge, RoleBadge } from '../../ui/badge';
import { Button, IconButton, LinkButton } from '../../ui/button';
import { Card } from '../../ui/card';
import { Chip } from '../../ui/chip';
import { DataTable } from '../../ui/data-table';
import { DateInput } from '../../ui/date-input';
import { Dialog } from '../../ui/dialog';
import { DownloadButton } from '../../ui/download-button';
import { DropdownMenu } from '../../ui/dropdown-menu';
import FarmCombobox from '../../ui/farm-combobox';
import { Checkbox, Field, Form, Input, Select, Textarea } from '../../ui/form';
import { Icon } from '../../ui/icon';
import { NumberInput } from '../../ui/number-input';
import { useOrdersFate } from '../../ui/orders-fate';
import { Page, PageTitle } from '../../ui/page';
import { PictureLinks } from '../../ui/picture-links';
import { Price } from '../../ui/price';
import { QrCode } from '../../ui/qr-code';
import { ChangeNotice, ReasonDialog } from '../../ui/reason-form';
import { Skeleton } from '../../ui/skeleton';
import { Spinner } from '../../ui/spinner';
import { EmptyState, ErrorState } from '../../ui/states';
import { StatusPill } from '../../ui/status-pill';
import { Stepper } from '../../ui/stepper';
import { StopAddress } from '../../ui/stop-address';
import { Tabs } from '../../ui/tabs';
import { Thumb } from '../../ui/thumb';
import { useToast } from '../../ui/toast';
import { DataKit } from './dev-ui-data';
import { Part, Row } from './dev-ui-part';
import { devText as text } from './dev-ui-texts';
import { Uploads } from './dev-ui-uploads';

const grounds = ['ground', 'paper', 'sunken', 'rule', 'edge'];
const inks = ['ink', 'ink-soft', 'leaf-ink', 'tomato-ink', 'butter-ink'];
const fills = ['leaf', 'leaf-deep', 'leaf-tint', 'tomato', 'tomato-deep', 'tomato-tint'];
const highlights = ['butter', 'butter-tint'];
const tones = ['primary', 'leaf', 'outline', 'ghost', 'danger', 'paper'] as const;
const statuses = ['Processing', 'accepted', 'out_for_delivery', 'declined', 'cancelled'] as const;

/** A swatch of a token. `fill` on an SVG, because the content security policy forbids style attributes. */
function Swatch({ token }: { token: string }) {
  return (
    <figure className="w-28">
      <svg viewBox="0 0 112 64" width="112" height="64" aria-hidden="true">
        <rect width="112" height="64" rx="8" fill={`var(--${token})`} stroke="var(--edge)" />
      </svg>
      <figcaption className="font-mono text-xs">{token}</figcaption>
    </figure>
  );
}

/** `/dev/ui`: every component of `ui`, in development builds only. */
export function Component() {
  const { theme, setTheme } = useTheme();
  return (
    <Page title={text.title}>
      <PageTitle lead={text.lead}>{text.title}</PageTitle>
      <Row>
        {themes.map((one) => (
          <Button
            key={one}
            tone={theme === one ? 'leaf' : 'outline'}
            size="sm"
            onClick={() => setTheme(one)}
          >
            {one}
          </Button>
        ))}
      </Row>
      <div className="mt-10">
        <Foundations />
        <Actions />
        <Inputs />
        <Uploads />
        <Feedback />
        <DataKit />
        <Layers />
      </div>
    </Page>
  );
}

const address = {
  recipient: text.sample,
  line1: '12 Mill Lane',
  city: 'Hudson',
  state: 'NY',
  postalCode: '12534',
  phone: '5185550123',
};

function Foundations() {
  return (
    <>
      <Part title={text.palette}>
        {[grounds, inks, fills, highlights].map((row) => (
          <Row key={row[0]}>
            {row.map((token) => (
              <Swatch key={token} token={token} />
            ))}
          </Row>
        ))}
      </Part>
      <Part title={text.type}>
        <p className="font-display text-6xl font-semibold">{text.sample}</p>
        <p className="font-display text-3xl font-semibold">{text.sample}</p>
        <p className="text-lg">{text.sampleLong}</p>
        <p className="text-sm text-ink-soft">{text.sampleLong}</p>
        <Row>
          <span className="eyebrow">{text.eyebrow}</span>
          <span className="stamp text-leaf-ink">{text.stamp}</span>
          <span className="price-tag font-semibold">$4.50</span>
          <Price dollars={4.5} unit="lb" />
          <div className="w-24">
            <QrCode text="https://farmgate.example" label={text.qrCode} />
          </div>
          <Thumb src="/produce/carrot.svg" className="size-11 rounded-md" />
          <Thumb src="/produce/scene-carrot.svg" className="size-11 rounded-full" />
        </Row>
        <PictureLinks
          pictures={[{ url: '/produce/carrot.svg' }]}
          label={text.pictures}
          nameOf={text.picture}
        />
        <StopAddress address={address} name={address.recipient} />
      </Part>
    </>
  );
}

function Actions() {
  return (
    <Part title={text.actions}>
      {(['lg', 'md', 'sm'] as const).map((size) => (
        <Row key={size}>
          {tones.map((tone) => (
            <Button key={tone} tone={tone} size={size} icon={<Icon of={Carrot} size={18} />}>
              {tone}
            </Button>
          ))}
        </Row>
      ))}
      <Row>
        <Button busy>{text.busy}</Button>
        <DownloadButton path="/orders.csv" name="orders.csv" />
        <Button disabledReason={text.reason}>{text.blocked}</Button>
        <LinkButton to="/dev/ui" tone="outline">
          {text.link}
        </LinkButton>
        <IconButton label={text.icon}>
          <Icon of={Carrot} />
        </IconButton>
      </Row>
      <Row>
        {roleSchema.options.map((role) => (
          <RoleBadge key={role} role={role} />
        ))}
        {statuses.map((status) => (
          <StatusPill key={status} status={status} />
        ))}
        {(['leaf', 'tomato', 'butter', 'plain'] as const).map((tone) => (
          <Badge key={tone} tone={tone}>
            {tone}
          </Badge>
        ))}
      </Row>
    </Part>
  );
}

function Inputs() {
  const [farm, setFarm] = useState('');
  const [amount, setAmount] = useState(1.5);
  const form = useForm({
    schema: z.object({
      name: textSchema(20),
      note: z.string(),
      way: z.string(),
      day: z.string(),
      price: z.string(),
    }),
    messages: { name: text.wrong },
    onSubmit: () => undefined,
  });
  return (
    <Part title={text.inputs}>
      <Card className="max-w-xl">
        <Form form={form} labels={{ name: text.field }}>
          <Field name="name" label={text.field} hint={text.hint}>
            <Input />
          </Field>
          <Field name="way" label={text.choice}>
            <Select>
              <option>{text.link}</option>
            </Select>
          </Field>
          <Field name="day" label={text.day}>
            <DateInput type="date" />
          </Field>
          <Field name="price" label={text.price} hint={text.priceHint}>
            <NumberInput kind={MONEY} />
          </Field>
          <FarmCombobox label={text.choice} any={text.sample} value={farm} onChange={setFarm} />
          <Field name="note" label={text.long} optional>
            <Textarea />
          </Field>
          <Checkbox name="tick" label={text.tick} hint={text.hint} />
          <Row>
            <Stepper name={text.sample} value={amount} onChange={setAmount} step={0.5} unit="lb" />
            <Button type="submit">{text.send}</Button>
          </Row>
        </Form>
      </Card>
    </Part>
  );
}

function Feedback() {
  const [tab, setTab] = useState('one');
  const rows = [
    { _id: '1', name: 'Nantes Carrots', amount: '12 lb' },
    { _id: '2', name: 'Lacinato Kale', amount: '4 bunches' },
  ];
  return (
    <Part title={text.feedback}>
      <Row>
        <Spinner size={32} />
        <Skeleton className="h-12 w-64" />
      </Row>
      <Tabs
        label={text.feedback}
        value={tab}
        onChange={setTab}
        tabs={[
          { value: 'one', label: text.empty, content: <EmptyState title={text.empty} /> },
          {
            value: 'two',
            label: text.error,
            content: (
              <ErrorState query={{ error: null, isFetching: false, refetch: () => undefined }} />
            ),
          },
        ]}
      />
      <DataTable
        caption={text.table}
        rows={rows}
        rowKey={(row) => row._id}
        columns={[
          { key: 'name', header: text.field, primary: true, cell: (row) => row.name },
          { key: 'amount', header: text.amount, align: 'end', cell: (row) => row.amount },
        ]}
        actions={() => (
          <Button tone="outline" size="sm">
            {text.send}
          </Button>
        )}
      />
    </Part>
  );
}

/** The answer to a change of a day that has orders. */
const hasOrders = new ApiError({
  ...{ type: 'about:blank', title: '', status: 409, detail: '', message: '', requestId: '' },
  code: 'SLOT_HAS_ORDERS',
  details: {
    slots: [
      {
        slotId: '0'.repeat(24),
        date: '2026-12-04',
        startAt: '2026-12-04T21:00:00.000Z',
        taken: 12,
      },
    ],
  },
});

function Layers() {
  const toast = useToast();
  const fate = useOrdersFate();
  const [open, setOpen] = useState<'dialog' | 'reason' | null>(null);
  const close = () => setOpen(null);
  const question = {
    title: text.question,
    body: text.sampleLong,
    hint: text.hint,
    required: true,
    confirm: text.send,
    cancel: text.keep,
  };
  return (
    <Part title={text.layers}>
      <Row>
        {(['success', 'info', 'error'] as const).map((tone) => (
          <Button
            key={tone}
            tone="outline"
            onClick={() => toast({ tone, title: tone, description: text.sampleLong })}
          >
            {tone}
          </Button>
        ))}
        <Button onClick={() => setOpen('dialog')}>{text.dialog}</Button>
        <Button onClick={() => setOpen('reason')}>{text.question}</Button>
        <Button
          onClick={() =>
            void fate.ask((decided) => (decided ? Promise.resolve() : Promise.reject(hasOrders)))
          }
        >
          {text.orders}
        </Button>
        <Chip type="checkbox" label={text.tick} />
        <DropdownMenu
          label={text.menu}
          trigger={<Icon of={Carrot} />}
          align="start"
          entries={[
            { kind: 'action', label: text.send, onSelect: () => undefined },
            { kind: 'check', label: text.tick, checked: true, onSelect: () => undefined },
            {
              kind: 'choice',
              label: text.menu,
              options: [{ label: text.sample, checked: true, onSelect: () => undefined }],
            },
          ]}
        />
      </Row>
      <Dialog open={open === 'dialog'} onClose={close} title={text.dialog}>
        <p>{text.sampleLong}</p>
        <QrCode text={text.sampleLong} label={text.sample} />
        <ChangeNotice text={text.hint} />
      </Dialog>
      <ReasonDialog
        question={open === 'reason' ? question : null}
        onClose={close}
        onConfirm={close}
      />
      {fate.dialog}
    </Part>
  );
}
