import { Pencil } from 'lucide-react';
import { useId } from 'react';
import type { UserDto } from '#libs/contracts';
import { formatDate } from '../../lib/format';
import { RoleBadge } from '../../ui/badge';
import { Button } from '../../ui/button';
import { Card, SectionTitle } from '../../ui/card';
import { Icon } from '../../ui/icon';
import { usersText } from './texts';

/** The profile of SPEC section 4, read-only as long as the API has no call to save it. */
export function Profile({ user }: { user: UserDto }) {
  const noteId = useId();
  return (
    <Card as="section" aria-labelledby="profile-title" className="max-w-2xl">
      <SectionTitle id="profile-title" aside={<RoleBadge role={user.role} />}>
        {usersText.profileTitle}
      </SectionTitle>
      <div className="grid gap-5 sm:grid-cols-2">
        <ReadOnly label={usersText.firstName} value={user.firstName} />
        <ReadOnly label={usersText.lastName} value={user.lastName} />
        <ReadOnly label={usersText.email} value={user.email} hint={usersText.emailFixed} />
        <ReadOnly label={usersText.phone} value="" placeholder={usersText.noPhone} />
      </div>
      <p className="mt-4 text-sm text-ink-soft">
        {usersText.memberSince(formatDate(user.createdAt))}
      </p>
      <div className="mt-6 flex flex-wrap items-center gap-4 border-t border-rule pt-5">
        <Button
          tone="outline"
          icon={<Icon of={Pencil} size={18} />}
          disabledReason={usersText.editLater}
          aria-describedby={noteId}
        >
          {usersText.editProfile}
        </Button>
        <p id={noteId} className="min-w-0 flex-1 basis-60 text-sm text-ink-soft">
          {usersText.editNote}
        </p>
      </div>
    </Card>
  );
}

function ReadOnly({
  label,
  value,
  hint,
  placeholder,
}: {
  label: string;
  value: string;
  hint?: string;
  placeholder?: string;
}) {
  const id = useId();
  return (
    <div className="grid content-start gap-1.5">
      <label htmlFor={id} className="font-semibold">
        {label}
      </label>
      <input
        id={id}
        value={value}
        placeholder={placeholder}
        readOnly
        aria-describedby={hint === undefined ? undefined : `${id}-hint`}
        className="min-h-11 w-full rounded-md border border-rule bg-sunken px-3 py-2 placeholder:text-ink-soft"
      />
      {hint !== undefined && (
        <p id={`${id}-hint`} className="text-sm text-ink-soft">
          {hint}
        </p>
      )}
    </div>
  );
}
