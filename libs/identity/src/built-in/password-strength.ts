/** From 0 to 4: this one withstands 10^8 guesses, more than anybody gets within the limits of sign-in. */
const SCORE_MIN = 3;
/** Characters that are looked at: the work grows with the length, and no more are needed to be strong. */
const CHECKED_MAX = 64;
/** Words that attackers would try for this shop. */
const SHOP_WORDS = ['farmgate', 'farmtotable', 'marketplace'];

/** Loaded on use: the 49,233 commonest passwords take 25 MB, and only a process where passwords are chosen needs them. */
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
 * Why a password is easy to guess; null where it is not. `known` has what attackers know of its owner. Common passwords,
 * repetitions, sequences and rows of keys are easy, whatever characters they have.
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
