import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { CreditCard } from 'lucide-react';
import { useState } from 'react';
import * as z from 'zod/mini';
import { cardText, type SavedCardsDto } from '#libs/contracts';
import { savedCardsQueryOptions } from '../../../entities/cards';
import { errorCode, request } from '../../../lib/api/api';
import { useSettings } from '../../../lib/api/public-data';
import { useOnline } from '../../../lib/browser/device';
import { Button } from '../../../ui/button';
import { Card, SectionTitle } from '../../../ui/card';
import { Dialog } from '../../../ui/dialog';
import { Icon } from '../../../ui/icon';
import { LoadingRows } from '../../../ui/skeleton';
import { EmptyState, ErrorState, errorMessage } from '../../../ui/states';
import { useToast } from '../../../ui/toast';
import { savedCardsText as text } from '../texts';

type SavedCard = SavedCardsDto['cards'][number];

/** The customer's saved cards, where the market takes cards: see and remove. */
export function SavedCards() {
  const offersCards = useSettings()?.cards != null;
  const query = useQuery({ ...savedCardsQueryOptions(), enabled: offersCards });
  if (!offersCards) return null;
  return (
    <Card as="section" aria-labelledby="cards-title">
      <SectionTitle id="cards-title">{text.title}</SectionTitle>
      {query.data !== undefined ? (
        <CardList cards={query.data.cards} />
      ) : query.isPending ? (
        <LoadingRows rows={2} height="h-14" />
      ) : (
        <ErrorState query={query} title={text.failed} />
      )}
    </Card>
  );
}

function CardList({ cards }: { cards: readonly SavedCard[] }) {
  const [asked, ask] = useState<SavedCard | null>(null);
  const online = useOnline();
  const remove = useRemoveCard();
  if (cards.length === 0) return <EmptyState title={text.empty}>{text.emptyHint}</EmptyState>;
  return (
    <>
      <p className="mb-4 text-ink-soft">{text.hint}</p>
      <ul className="grid gap-3">
        {cards.map((card) => (
          <li
            key={card.reference}
            className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 rounded-md border-2 border-dashed border-rule px-4 py-2"
          >
            <span className="flex items-center gap-3 font-semibold tabular-nums">
              <Icon of={CreditCard} size={20} />
              {cardText(card)}
            </span>
            <Button
              tone="ghost"
              size="sm"
              aria-label={text.removeOf(cardText(card))}
              disabledReason={online ? null : text.offline}
              busy={remove.isPending && remove.variables === card}
              onClick={() => ask(card)}
            >
              {text.remove}
            </Button>
          </li>
        ))}
      </ul>
      <Dialog
        open={asked !== null}
        onClose={() => ask(null)}
        title={text.removeTitle}
        actions={
          <>
            <Button tone="ghost" onClick={() => ask(null)}>
              {text.keep}
            </Button>
            <Button
              onClick={() => {
                if (asked !== null) remove.mutate(asked);
                ask(null);
              }}
            >
              {text.remove}
            </Button>
          </>
        }
      >
        {asked !== null && <p className="mb-3 font-semibold">{cardText(asked)}</p>}
        <p>{text.removeBody}</p>
      </Dialog>
    </>
  );
}

/** `DELETE /cards/:reference`; one that is gone already counts as removed. */
function useRemoveCard() {
  const client = useQueryClient();
  const toast = useToast();
  const { queryKey } = savedCardsQueryOptions();
  return useMutation({
    mutationFn: async ({ reference }: SavedCard) => {
      const path = `/cards/${encodeURIComponent(reference)}`;
      await request(z.undefined(), path, { method: 'DELETE' }).catch((error: unknown) => {
        if (errorCode(error) !== 'CARD_NOT_FOUND') throw error;
      });
    },
    onSuccess: (_, { reference }) => {
      client.setQueryData<SavedCardsDto>(
        queryKey,
        (known) => known && { cards: known.cards.filter((card) => card.reference !== reference) },
      );
      toast({ title: text.removed });
    },
    onError: (error) =>
      toast({ tone: 'error', title: text.removeFailed, description: errorMessage(error) }),
  });
}
