import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { type AddressBook as Book, MAX_ADDRESSES, type SavedAddress } from '#libs/contracts';
import { addressesQueryOptions } from '../../../entities/address-book';
import { errorCode } from '../../../lib/api/api';
import { useOnline } from '../../../lib/browser/device';
import { Button } from '../../../ui/button';
import { Card, SectionTitle } from '../../../ui/card';
import { Dialog } from '../../../ui/dialog';
import { Icon } from '../../../ui/icon';
import { LoadingRows } from '../../../ui/skeleton';
import { EmptyState, ErrorState, errorMessage } from '../../../ui/states';
import { useToast } from '../../../ui/toast';
import { addressText } from '../texts';
import { AddressCard } from './address-card';
import { AddressDialog, type AddressDraft } from './address-dialog';
import { type AddressChange, useChangeAddresses } from './addresses';

/** The customer's delivery addresses: add, change, delete, choose the default one. */
export function AddressBook() {
  const query = useQuery(addressesQueryOptions());
  return (
    <Card as="section" aria-labelledby="addresses-title">
      <SectionTitle id="addresses-title">{addressText.title}</SectionTitle>
      {query.data !== undefined ? (
        <Addresses book={query.data} />
      ) : query.isPending ? (
        <LoadingRows rows={2} height="h-28" />
      ) : (
        <ErrorState query={query} title={addressText.failed} />
      )}
    </Card>
  );
}

type Open = { what: 'add' } | { what: 'edit' | 'remove'; address: SavedAddress } | null;

function Addresses({ book }: { book: Book }) {
  const [open, setOpen] = useState<Open>(null);
  const online = useOnline();
  const toast = useToast();
  const change = useChangeAddresses();
  const close = () => setOpen(null);
  const full = book.addresses.length >= MAX_ADDRESSES ? addressText.full(MAX_ADDRESSES) : null;
  const blocked = online ? null : addressText.offline;

  const save = async ({ address, isDefault }: AddressDraft) => {
    const edited = open?.what === 'edit' ? open.address : null;
    const byDefault = isDefault ? { isDefault: true as const } : {};
    if (edited === null) {
      await change.mutateAsync({ kind: 'add', address: { ...address, ...byDefault } });
    } else {
      const { version } = book;
      const update = { ...address, ...byDefault, version };
      await change.mutateAsync({ kind: 'update', id: edited._id, change: update });
    }
    toast({ title: edited === null ? addressText.added : addressText.saved });
    close();
  };
  const act = (addressChange: AddressChange, done: string) =>
    change.mutate(addressChange, {
      onSuccess: () => toast({ title: done }),
      onError: (error) =>
        toast({
          tone: 'error',
          title: addressText.changeFailed,
          description:
            errorCode(error) === 'VERSION_CONFLICT' ? addressText.conflict : errorMessage(error),
        }),
    });

  return (
    <>
      {book.addresses.length === 0 ? (
        <EmptyState title={addressText.empty}>{addressText.emptyHint}</EmptyState>
      ) : (
        <>
          <p className="mb-4 text-ink-soft">{addressText.hint}</p>
          <ul className="grid gap-3 sm:grid-cols-2">
            {book.addresses.map((address) => (
              <li key={address._id}>
                <AddressCard
                  address={address}
                  blocked={blocked}
                  onEdit={() => setOpen({ what: 'edit', address })}
                  onRemove={() => setOpen({ what: 'remove', address })}
                  onDefault={() => {
                    const update = { isDefault: true as const, version: book.version };
                    act(
                      { kind: 'update', id: address._id, change: update },
                      addressText.defaultNow,
                    );
                  }}
                />
              </li>
            ))}
          </ul>
        </>
      )}
      <div className="mt-5">
        <Button
          tone="outline"
          icon={<Icon of={Plus} size={18} />}
          disabledReason={blocked ?? full}
          onClick={() => setOpen({ what: 'add' })}
        >
          {addressText.add}
        </Button>
        {full !== null && <p className="mt-2 text-sm text-ink-soft">{full}</p>}
      </div>
      <AddressDialog
        open={open?.what === 'add' || open?.what === 'edit'}
        edited={open?.what === 'edit' ? open.address : null}
        onClose={close}
        onSave={save}
      />
      <RemoveDialog
        address={open?.what === 'remove' ? open.address : null}
        onClose={close}
        onRemove={({ _id }) => act({ kind: 'remove', id: _id }, addressText.removed)}
      />
    </>
  );
}

function RemoveDialog({
  address,
  onClose,
  onRemove,
}: {
  /** The address to confirm; null while the dialog is closed. */
  address: SavedAddress | null;
  onClose: () => void;
  onRemove: (address: SavedAddress) => void;
}) {
  return (
    <Dialog
      open={address !== null}
      onClose={onClose}
      title={addressText.removeTitle}
      actions={
        <>
          <Button tone="ghost" onClick={onClose}>
            {addressText.keep}
          </Button>
          <Button
            onClick={() => {
              if (address !== null) onRemove(address);
              onClose();
            }}
          >
            {addressText.remove}
          </Button>
        </>
      }
    >
      {address !== null && <p className="mb-3 font-semibold">{address.line1}</p>}
      <p>{addressText.removeBody}</p>
    </Dialog>
  );
}
