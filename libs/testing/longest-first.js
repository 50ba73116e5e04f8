import Sequencer from '@jest/test-sequencer';

/** Kinds of tests by how long a file of them takes; what is not named comes last. */
const ORDER = ['flow', 'integration', 'web', 'pure'];

/**
 * Starts the files that take longest first, so that no worker is left alone with one at the end. A clean clone knows no
 * earlier times, and the size of a file says little: a short one may trade for a whole day. Groups of specs say in their
 * names what takes long (spec-groups.js).
 */
export default class LongestFirst extends Sequencer {
  sort(tests) {
    const rank = ({ path, context }) => {
      const long = /-long-(\d+)\.ts$/.exec(path)?.[1];
      if (long) return Number(long) - 1_000;
      return ORDER.indexOf(context.config.displayName?.name) + 1 || Infinity;
    };
    // Sorting is stable: Jest's order remains within a kind.
    return [...super.sort(tests)].sort((a, b) => rank(a) - rank(b));
  }
}
