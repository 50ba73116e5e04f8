/** In degrees. */
export interface Place {
  readonly latitude: number;
  readonly longitude: number;
}

const RADIANS = Math.PI / 180;
/** Kilometres. */
const EARTH_RADIUS = 6_371;

/** The distance as the crow flies, in kilometres. */
export function distance(a: Place, b: Place): number {
  const half = (degrees: number) => Math.sin((degrees * RADIANS) / 2) ** 2;
  const between =
    half(b.latitude - a.latitude) +
    Math.cos(a.latitude * RADIANS) *
      Math.cos(b.latitude * RADIANS) *
      half(b.longitude - a.longitude);
  return 2 * EARTH_RADIUS * Math.asin(Math.sqrt(between));
}

/** Kilometres below which a round is not shorter but rounded otherwise. */
const EPSILON = 1e-9;

/**
 * The order in which a short round visits the places, as their indexes. It begins and ends at `start`, or at the first
 * place. The nearest place comes next, and then crossings are taken out (2-opt) until none is left: not always the
 * shortest round, but seldom more than a few percent longer.
 */
export function shortRound(places: readonly Place[], start?: Place): number[] {
  const [first = places[0], ...rest] = start ? [start, ...places] : places;
  if (first === undefined) return [];
  const all = [first, ...rest];
  const lengths = all.map((from) => all.map((to) => distance(from, to)));
  const length = (from = 0, to = 0) => lengths[from]?.[to] ?? 0;

  const round = [0];
  const open = new Set(rest.map((_, at) => at + 1));
  while (open.size > 0) {
    const from = round.at(-1);
    const nearest = [...open].reduce((best, next) =>
      length(from, next) < length(from, best) ? next : best,
    );
    round.push(nearest);
    open.delete(nearest);
  }

  for (let isShorter = true; isShorter; ) {
    isShorter = false;
    for (let i = 1; i < round.length - 1; i++)
      for (let j = i + 1; j < round.length; j++) {
        // the round with the places from i to j in the opposite direction
        const [before, from, to, after] = [round[i - 1], round[i], round[j], round[j + 1]];
        const saved = length(before, from) + length(to, after);
        if (saved - length(before, to) - length(from, after) < EPSILON) continue;
        round.splice(i, j - i + 1, ...round.slice(i, j + 1).reverse());
        isShorter = true;
      }
  }
  return start ? round.slice(1).map((at) => at - 1) : round;
}
