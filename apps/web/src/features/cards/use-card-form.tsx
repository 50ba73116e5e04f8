import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { cardText, type PublicSettings, type TestCardToken } from '#libs/contracts';
import { type Card, type CardForm, savedCardsQueryOptions } from '../../entities/cards';
import { loadChunk } from '../../lib/api/chunks';
import { Checkbox } from '../../ui/form';
import { Loading, Skeleton } from '../../ui/skeleton';
import { ErrorState } from '../../ui/states';
import type { Collected, StripeFields } from './stripe';
import { StripeCardFields } from './stripe-card-fields';
import { TestCardFields } from './test-card-fields';
import { TestChallenge } from './test-challenge';
import { cardsText } from './texts';

/** A bank's question that waits for the customer. */
interface Asked {
  readonly challenge: string;
  readonly end: (answered: boolean) => void;
}

/** Saved cards, the form of a new one, and challenges, as the provider has them. */
export function useCardForm(cards: PublicSettings['cards']): CardForm {
  const [chosen, choose] = useState<string | null>(null);
  const [testCard, chooseTestCard] = useState<TestCardToken>('success');
  const [save, setSave] = useState(false);
  const [stripe, setStripe] = useState<StripeFields | null>(null);
  const [isReading, setReading] = useState(false);
  /** Why there is no token of the typed card, if its fields do not say it. */
  const [problem, setProblem] = useState<string | null>(null);
  const [asked, setAsked] = useState<Asked | null>(null);
  const saved = useQuery({ ...savedCardsQueryOptions(), enabled: cards !== null });
  const list = saved.data?.cards ?? [];
  /** A saved card, or null for a new one. */
  const card =
    chosen === NEW ? null : (list.find(({ reference }) => reference === chosen) ?? list[0] ?? null);
  const needsStripe = cards?.provider === 'stripe' && card === null;

  const open = useRef<Asked | null>(null);
  const ask = (challenge: string) =>
    new Promise<boolean>((resolve) => {
      const end = (answered: boolean) => {
        open.current = null;
        setAsked(null);
        resolve(answered);
      };
      open.current = { challenge, end };
      setAsked(open.current);
    });
  useEffect(() => () => open.current?.end(false), []);

  const collect = async (payments: number): Promise<Card | null> => {
    if (card) return { kind: 'saved', reference: card.reference };
    if (!needsStripe) return { kind: 'new', tokens: Array(payments).fill(testCard), save };
    setProblem(null);
    setReading(true);
    const failed: Collected = { state: 'failed' };
    const read = (await stripe?.collect(payments, save).catch(() => failed)) ?? failed;
    setReading(false);
    if (read.state === 'collected') return { kind: 'new', tokens: read.tokens, save };
    if (read.state === 'failed') setProblem(read.why ?? cardsText.stripe.unread);
    return null;
  };

  return {
    fields: (cents) => (
      <div className="grid gap-3">
        {saved.isError ? (
          <ErrorState query={saved} title={cardsText.failed} />
        ) : saved.isPending ? (
          <Loading>
            <Skeleton className="h-11" />
          </Loading>
        ) : (
          list.length > 0 && (
            <div role="radiogroup" aria-label={cardsText.choose}>
              {list.map((one) => (
                <CardRadio
                  key={one.reference}
                  label={cardText(one)}
                  checked={one === card}
                  onChoose={() => choose(one.reference)}
                />
              ))}
              <CardRadio
                label={cardsText.another}
                checked={card === null}
                onChoose={() => choose(NEW)}
              />
            </div>
          )
        )}
        {card === null && !saved.isPending && (
          <div>
            {cards?.provider === 'stripe' ? (
              <StripeCardFields
                publishableKey={cards.publishableKey}
                cents={cents}
                onFields={setStripe}
              />
            ) : (
              <TestCardFields token={testCard} onChoose={chooseTestCard} />
            )}
            {problem !== null && (
              <p role="alert" className="mt-2 font-semibold text-tomato-ink">
                {problem}
              </p>
            )}
            <Checkbox
              label={cardsText.save}
              hint={cardsText.saveHint}
              checked={save}
              onChange={({ target }) => setSave(target.checked)}
            />
          </div>
        )}
      </div>
    ),
    challenge: asked && (
      <TestChallenge key={asked.challenge} challenge={asked.challenge} onEnd={asked.end} />
    ),
    disabledReason: saved.isPending
      ? cardsText.loading
      : needsStripe && stripe === null
        ? cardsText.stripe.loading
        : isReading
          ? cardsText.stripe.reading
          : null,
    collect,
    answer: async (challenge) => {
      if (cards?.provider !== 'stripe') return ask(challenge);
      const { publishableKey } = cards;
      try {
        const { answerStripeChallenge } = await loadChunk(() => import('./stripe'));
        await answerStripeChallenge(publishableKey, challenge);
        return true;
      } catch {
        return false;
      }
    },
    endChallenge: () => open.current?.end(true),
  };
}

/** The choice of a card that is not saved. */
const NEW = 'new';

function CardRadio({
  label,
  checked,
  onChoose,
}: {
  label: string;
  checked: boolean;
  onChoose: () => void;
}) {
  return (
    <label className="flex min-h-11 cursor-pointer items-center gap-3">
      <input
        type="radio"
        name="card"
        checked={checked}
        onChange={onChoose}
        className="size-5 shrink-0 accent-(--leaf)"
      />
      <span className="font-semibold">{label}</span>
    </label>
  );
}
