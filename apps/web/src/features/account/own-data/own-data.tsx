import { useSession } from '../../../lib/session/session';
import { Card, SectionTitle } from '../../../ui/card';
import { DownloadButton } from '../../../ui/download-button';
import { ownDataText as text } from '../texts';
import { DeleteAccount } from './delete-account';

/** What a person can do with their own data: get a copy of all of it, and delete the account. */
export function OwnData() {
  const { user } = useSession();
  return (
    <Card as="section" aria-labelledby="own-data-title">
      <SectionTitle id="own-data-title">{text.title}</SectionTitle>
      <p className="mb-3 max-w-prose text-ink-soft">{text.archiveHint}</p>
      <DownloadButton path="/users/me/archive" name="farmgate-archive.zip">
        {text.archive}
      </DownloadButton>
      {user !== null && <DeleteAccount user={user} />}
    </Card>
  );
}
