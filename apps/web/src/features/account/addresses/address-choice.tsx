import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import {
  type AddressBook,
  type DeliveryAddress,
  MAX_ADDRESSES,
  type SavedAddress,
} from '#libs/contracts';
import { addressesQueryOptions } from '../../../entities/address-book';
import { Badge } from '../../../ui/badge';
import { Button } from '../../../ui/button';
import { Card } from '../../../ui/card';
import { Loading, Skeleton } from '../../../ui/skeleton';
import { ErrorState } from '../../../ui/states';
import { addressText } from '../texts';
import { AddressForm } from './address-dialog';
import { useChangeAddresses } from './addresses';

/** The delivery address of an order: the chosen one, else the default. */
export function useChosenAddress(chosenId: string | null): SavedAddress | null {
  const { data } = useQuery(addressesQueryOptions());
  const { addresses } = data ?? { addresses: [] };
  return (
    addresses.find(({ _id }) => _id === chosenId) ??
    addresses.find(({ isDefault }) => isDefault) ??
    null
  );
}

/** A saved address as an order's delivery address. */
export function toDeliveryAddress({ _id, isDefault, ...address }: SavedAddress): DeliveryAddress {
  return address;
}

interface Choice {
  readonly chosenId: string | null;
  readonly onChoose: (id: string | null) => void;
}

/** Chooses the delivery address, from the address book or a new one, which is added to it. */
export function AddressChoice(props: Choice) {
  const query = useQuery(addressesQueryOptions());
  return (
    <Card as="section" aria-labelledby="checkout-address" compact>
      <h2 id="checkout-address" className="text-xl">
        {addressText.choice}
      </h2>
      <p className="mt-1 mb-3 text-sm text-ink-soft">{addressText.choiceHint}</p>
      {query.data !== undefined ? (
        <Book book={query.data} {...props} />
      ) : query.isError ? (
        <ErrorState query={query} title={addressText.failed} />
      ) : (
        <Loading>
          <Skeleton className="h-24" />
        </Loading>
      )}
    </Card>
  );
}

function Book({ book, chosenId, onChoose }: Choice & { book: AddressBook }) {
  const chosen = useChosenAddress(chosenId);
  const { mutateAsync } = useChangeAddresses();
  const [adding, setAdding] = useState(false);
  const isFirst = book.addresses.length === 0;
  return (
    <>
      {!isFirst && (
        <div
          role="radiogroup"
          aria-label={addressText.choice}
          className="grid gap-2 sm:grid-cols-2"
        >
          {book.addresses.map((address) => (
            <AddressRadio
              key={address._id}
              address={address}
              checked={address._id === chosen?._id}
              onChoose={() => onChoose(address._id)}
            />
          ))}
        </div>
      )}
      {isFirst || adding ? (
        <div className={isFirst ? undefined : 'mt-5 border-t border-rule pt-5'}>
          <h3 className="mb-3 font-sans text-base font-semibold">{addressText.addTitle}</h3>
          <AddressForm
            edited={null}
            onClose={isFirst ? undefined : () => setAdding(false)}
            onSave={async ({ address, isDefault }) => {
              const next = await mutateAsync({ kind: 'add', address: { ...address, isDefault } });
              const known = new Set(book.addresses.map(({ _id }) => _id));
              const added = next.addresses.find(({ _id }) => !known.has(_id));
              onChoose(added?._id ?? null);
              setAdding(false);
            }}
          />
        </div>
      ) : book.addresses.length < MAX_ADDRESSES ? (
        <div className="mt-1 -mb-2 -ml-3">
          <Button tone="ghost" size="sm" onClick={() => setAdding(true)}>
            {addressText.another}
          </Button>
        </div>
      ) : (
        <p className="mt-3 text-sm text-ink-soft">{addressText.bookFull}</p>
      )}
    </>
  );
}

function AddressRadio({
  address: { _id, recipient, line1, line2, city, state, postalCode, isDefault },
  checked,
  onChoose,
}: {
  address: SavedAddress;
  checked: boolean;
  onChoose: () => void;
}) {
  return (
    <label className="flex cursor-pointer items-start gap-3 rounded-md border-2 border-rule px-3 py-2 has-checked:border-leaf-ink has-checked:bg-leaf-tint">
      <input
        type="radio"
        name="checkout-address"
        value={_id}
        checked={checked}
        onChange={onChoose}
        className="mt-0.5 size-5 shrink-0 accent-(--leaf)"
      />
      <span className="min-w-0">
        <span className="flex flex-wrap items-center gap-2 font-semibold">
          {line1}
          {isDefault && <Badge tone="leaf">{addressText.isDefault}</Badge>}
        </span>
        {line2 && <span className="block text-sm">{line2}</span>}
        <span className="block text-sm">
          <bdi>{city}</bdi>, {state} {postalCode}
        </span>
        <span className="block text-sm text-ink-soft">{recipient}</span>
      </span>
    </label>
  );
}
