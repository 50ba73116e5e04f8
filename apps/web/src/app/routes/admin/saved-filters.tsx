import { Bookmark } from 'lucide-react';
import { useState } from 'react';
import { useLocation } from 'react-router-dom';
import * as z from 'zod/mini';
import { MAX_LENGTH, textSchema } from '#libs/contracts';
import { useForm } from '../../../lib/forms/use-form';
import { useSavedFilters } from '../../../lib/lists/saved-filters';
import { Button } from '../../../ui/button';
import { Dialog } from '../../../ui/dialog';
import { DropdownMenu, type MenuEntry } from '../../../ui/dropdown-menu';
import { Field, Form, Input } from '../../../ui/form';
import { Icon } from '../../../ui/icon';
import { adminText as text } from '../texts';

/** A menu with the list's saved filters; hidden if there are none and there is no filter to save. */
export function SavedFilters() {
  const { pathname, search } = useLocation();
  const { saved, save, remove } = useSavedFilters(pathname);
  const [naming, setNaming] = useState(false);
  const current = saved.find((one) => one.search === search);
  if (saved.length === 0 && search === '') return null;
  const entries: MenuEntry[] = [
    ...saved.map((one) => ({
      kind: 'link' as const,
      label: one.name,
      to: `${one.path}${one.search}`,
    })),
    ...(search !== '' && current === undefined
      ? [{ kind: 'action' as const, label: text.saveThis, onSelect: () => setNaming(true) }]
      : []),
    ...(current
      ? [
          {
            kind: 'action' as const,
            label: text.remove(current.name),
            danger: true,
            onSelect: () => remove(current),
          },
        ]
      : []),
  ];
  return (
    <>
      <DropdownMenu
        label={text.saved}
        trigger={<Icon of={Bookmark} size={20} />}
        entries={entries}
      />
      <Dialog open={naming} onClose={() => setNaming(false)} title={text.saveTitle}>
        <NameForm
          onCancel={() => setNaming(false)}
          onSave={(name) => {
            save(name, search);
            setNaming(false);
          }}
        />
      </Dialog>
    </>
  );
}

function NameForm({ onSave, onCancel }: { onSave: (name: string) => void; onCancel: () => void }) {
  const form = useForm({
    schema: z.object({ name: textSchema(MAX_LENGTH.filterName) }),
    messages: { name: text.saveMissing },
    onSubmit: ({ name }) => onSave(name),
  });
  return (
    <Form form={form}>
      <Field name="name" label={text.saveName} hint={text.saveHint}>
        <Input maxLength={MAX_LENGTH.filterName} autoComplete="off" required />
      </Field>
      <div className="flex justify-end gap-3">
        <Button tone="ghost" onClick={onCancel}>
          {text.keep}
        </Button>
        <Button type="submit" tone="leaf">
          {text.save}
        </Button>
      </div>
    </Form>
  );
}
