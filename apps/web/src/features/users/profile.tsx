import { Pencil } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import * as z from 'zod/mini';
import { type UserDto, updateProfileSchema } from '#libs/contracts';
import { formatDate } from '../../lib/format';
import { useSession } from '../../lib/session';
import { useForm } from '../../lib/use-form';
import { RoleBadge } from '../../ui/badge';
import { Button } from '../../ui/button';
import { Card, SectionTitle } from '../../ui/card';
import { Field, Form, Input } from '../../ui/form';
import { Icon } from '../../ui/icon';
import { useToast } from '../../ui/toast';
import { usersText } from './texts';
import { updateProfile } from './update-profile';

const schema = z.omit(updateProfileSchema, { version: true });
const labels = {
  firstName: usersText.firstName,
  lastName: usersText.lastName,
  phone: usersText.phone,
};

/** The profile editor of SPEC section 4: read-only until Edit Profile, and again after Save Changes or Cancel. */
export function Profile({ user }: { user: UserDto }) {
  const [editing, setEditing] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const opened = useRef(false);
  // The button that had the focus is gone: it goes to the first field, and back to Edit Profile.
  useEffect(() => {
    if (editing) box.current?.querySelector<HTMLInputElement>('input[name=firstName]')?.focus();
    else if (opened.current) box.current?.querySelector('button')?.focus();
    opened.current = editing;
  }, [editing]);
  return (
    <Card as="section" aria-labelledby="profile-title">
      <SectionTitle id="profile-title" aside={<RoleBadge role={user.role} />}>
        {usersText.profileTitle}
      </SectionTitle>
      <div ref={box}>
        <ProfileForm
          // What was typed and not saved does not stay behind.
          key={`${editing} ${user.version}`}
          user={user}
          editing={editing}
          onEdit={() => setEditing(true)}
          onDone={() => setEditing(false)}
        />
      </div>
    </Card>
  );
}

function ProfileForm({
  user,
  editing,
  onEdit,
  onDone,
}: {
  user: UserDto;
  editing: boolean;
  onEdit: () => void;
  onDone: () => void;
}) {
  const toast = useToast();
  const { reload } = useSession();
  const form = useForm({
    schema,
    messages: { phone: usersText.phoneWrong },
    onSubmit: async (profile) => {
      try {
        await updateProfile({ ...profile, version: user.version });
      } catch (error) {
        toast({ title: usersText.profileFailed, tone: 'error' });
        throw error;
      }
      toast({ title: usersText.profileSaved });
      await reload();
      onDone();
    },
  });
  return (
    <Form form={form} labels={labels} guard={editing} aria-labelledby="profile-title">
      <div className="grid gap-5 sm:grid-cols-2">
        <Field name="firstName" label={usersText.firstName}>
          <Input defaultValue={user.firstName} readOnly={!editing} autoComplete="given-name" />
        </Field>
        <Field name="lastName" label={usersText.lastName}>
          <Input defaultValue={user.lastName} readOnly={!editing} autoComplete="family-name" />
        </Field>
        <Field
          name="email"
          label={usersText.email}
          hint={usersText.emailFixed}
          className="sm:col-span-2"
        >
          {/* Without a name it is shown and not sent. */}
          <Input name={undefined} value={user.email} readOnly autoComplete="email" />
        </Field>
        <Field name="phone" label={usersText.phone}>
          <Input
            type="tel"
            defaultValue={user.phone ?? ''}
            placeholder={editing ? undefined : usersText.noPhone}
            readOnly={!editing}
            autoComplete="tel"
          />
        </Field>
      </div>
      <p className="text-sm text-ink-soft">{usersText.memberSince(formatDate(user.createdAt))}</p>
      <div className="flex flex-wrap gap-3 border-t border-rule pt-5">
        {editing ? (
          <>
            <Button type="submit" busy={form.busy}>
              {usersText.saveProfile}
            </Button>
            <Button tone="outline" onClick={onDone}>
              {usersText.cancelProfile}
            </Button>
          </>
        ) : (
          <Button tone="outline" icon={<Icon of={Pencil} size={18} />} onClick={onEdit}>
            {usersText.editProfile}
          </Button>
        )}
      </div>
    </Form>
  );
}
