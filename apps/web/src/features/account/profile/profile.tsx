import { Pencil } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import * as z from 'zod/mini';
import {
  formatPhone,
  MAX_LENGTH,
  type UpdateProfile,
  type UserDto,
  updateProfileSchema,
  userDtoSchema,
} from '#libs/contracts';
import { request } from '../../../lib/api/api';
import { useForm } from '../../../lib/forms/use-form';
import { useSession } from '../../../lib/session/session';
import { formatDate } from '../../../lib/text/format';
import { RoleBadge } from '../../../ui/badge';
import { Button } from '../../../ui/button';
import { Card, SectionTitle } from '../../../ui/card';
import { Field, Form, Input } from '../../../ui/form';
import { Icon } from '../../../ui/icon';
import { useToast } from '../../../ui/toast';
import { PushSettings } from '../push/push-settings';
import { profileText } from '../texts';
import { InstallApp } from './install-app';

const schema = z.omit(updateProfileSchema, { version: true });
const labels = {
  firstName: profileText.firstName,
  lastName: profileText.lastName,
  phone: profileText.phone,
};

/** The profile editor of docs/product.md: read-only until Edit Profile, and again after Save Changes or Cancel. */
export function Profile({ user }: { user: UserDto }) {
  const [editing, setEditing] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const opened = useRef(false);
  // The focused button is removed: moves the focus to the first field, and later back to Edit Profile.
  useEffect(() => {
    if (editing) box.current?.querySelector<HTMLInputElement>('input[name=firstName]')?.focus();
    else if (opened.current) box.current?.querySelector('button')?.focus();
    opened.current = editing;
  }, [editing]);
  return (
    <>
      <Card as="section" aria-labelledby="profile-title">
        <SectionTitle id="profile-title" aside={<RoleBadge role={user.role} />}>
          {profileText.profileTitle}
        </SectionTitle>
        <div ref={box}>
          <ProfileForm
            // a new key discards unsaved input
            key={`${editing} ${user.version}`}
            user={user}
            editing={editing}
            onEdit={() => setEditing(true)}
            onDone={() => setEditing(false)}
          />
        </div>
      </Card>
      <InstallApp />
      <PushSettings />
    </>
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
    messages: profileText.wrong,
    onSubmit: async (profile) => {
      try {
        await updateProfile({ ...profile, version: user.version });
      } catch (error) {
        toast({ title: profileText.profileFailed, tone: 'error' });
        throw error;
      }
      toast({ title: profileText.profileSaved });
      await reload();
      onDone();
    },
  });
  return (
    <Form form={form} labels={labels} guard={editing} aria-labelledby="profile-title">
      <div className="grid gap-5 sm:grid-cols-2">
        <Field name="firstName" label={profileText.firstName}>
          <Input
            defaultValue={user.firstName}
            readOnly={!editing}
            autoComplete="given-name"
            maxLength={MAX_LENGTH.personName}
            required
          />
        </Field>
        <Field name="lastName" label={profileText.lastName}>
          <Input
            defaultValue={user.lastName}
            readOnly={!editing}
            autoComplete="family-name"
            maxLength={MAX_LENGTH.personName}
            required
          />
        </Field>
        <Field
          name="email"
          label={profileText.email}
          hint={profileText.emailFixed}
          className="sm:col-span-2"
        >
          {/* without a name it is not submitted */}
          <Input name={undefined} value={user.email} readOnly autoComplete="email" />
        </Field>
        <Field name="phone" label={profileText.phone}>
          <Input
            type="tel"
            defaultValue={formatPhone(user.phone ?? '')}
            placeholder={editing ? undefined : profileText.noPhone}
            readOnly={!editing}
            autoComplete="tel"
          />
        </Field>
      </div>
      <p className="text-sm text-ink-soft">{profileText.memberSince(formatDate(user.createdAt))}</p>
      <div className="flex flex-wrap gap-3 border-t border-rule pt-5">
        {editing ? (
          <>
            <Button type="submit" busy={form.busy}>
              {profileText.saveProfile}
            </Button>
            <Button tone="outline" onClick={onDone}>
              {profileText.cancelProfile}
            </Button>
          </>
        ) : (
          <Button tone="outline" icon={<Icon of={Pencil} size={18} />} onClick={onEdit}>
            {profileText.editProfile}
          </Button>
        )}
      </div>
    </Form>
  );
}

/** `PATCH /users/me`. The phone is sent only when there is one (docs/product.md, Rules for input). */
function updateProfile({ phone, ...names }: UpdateProfile): Promise<UserDto> {
  return request(userDtoSchema, '/users/me', {
    method: 'PATCH',
    body: { ...names, ...(phone && { phone }) },
  });
}
