import type { BetterAuthPlugin } from 'better-auth';
import { APIError, createAuthMiddleware } from 'better-auth/api';
import { CHANGE_PASSWORD, NEW_PASSWORD, SIGN_UP } from './served-routes.js';

/** Rejects weak new passwords; runs after the rate limits, because the check is expensive. */
export const strongPasswords = () =>
  ({
    id: 'farmgate-strong-passwords',
    hooks: {
      before: [
        {
          matcher: ({ path }) => path === SIGN_UP,
          handler: createAuthMiddleware(async ({ body }) => {
            const email = String(body.email);
            await refuseWeak('WEAK_PASSWORD', body.password, [email, ...email.split('@')]);
          }),
        },
        {
          matcher: ({ path }) => path === NEW_PASSWORD || path === CHANGE_PASSWORD,
          handler: createAuthMiddleware(({ body }) =>
            refuseWeak('WEAK_NEW_PASSWORD', body.newPassword, []),
          ),
        },
      ],
    },
  }) satisfies BetterAuthPlugin;

async function refuseWeak(code: string, password: unknown, known: string[]): Promise<void> {
  const message = await weaknessOf(String(password), known);
  if (message) throw new APIError('BAD_REQUEST', { code, message });
}

/** Minimum of 0 to 4: withstands 10^8 guesses, more than the limits of sign-in permit. */
const SCORE_MIN = 3;
/** Maximum number of checked characters: the work grows with the length, and a strong password needs no more. */
const CHECKED_MAX = 64;
/** Words that attackers would try for this shop. */
const SHOP_WORDS = ['farmgate', 'farmtotable', 'marketplace'];

/** Loaded on use: the 49,233 commonest passwords take 25 MB, and most processes never check a new password. */
async function load() {
  const [{ ZxcvbnFactory }, { adjacencyGraphs, dictionary }] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ]);
  return new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs });
}
let loaded: ReturnType<typeof load> | undefined;

const letters = (text: string) => text.toLowerCase().replace(/[^\p{L}]/gu, '');

/**
 * Why a password is easy to guess; null if it is not. `known` is what attackers know about its owner. Common passwords,
 * repetitions, sequences and rows of keys are easy, regardless of their characters.
 */
export async function weaknessOf(
  password: string,
  known: readonly string[],
): Promise<string | null> {
  const words = [...SHOP_WORDS, ...known.map(letters)].filter((word) => word.length > 2);
  const remaining = words.reduce((rest, word) => rest.replaceAll(word, ''), letters(password));
  if (remaining === '' && letters(password) !== '')
    return 'Please choose a password that is not made of your name or ours';
  loaded ??= load();
  const checker = await loaded;
  const { score } = checker.check(password.slice(0, CHECKED_MAX), [...SHOP_WORDS, ...known]);
  return score < SCORE_MIN
    ? 'This password is easy to guess. Three or four words that do not belong together are a good one'
    : null;
}
