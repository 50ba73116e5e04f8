import Sequencer from '@jest/test-sequencer';

/** Kinds of tests by the duration of their files, longest first; other kinds come last. */
const ORDER = ['flow', 'integration', 'web', 'pure'];

/**
 * Starts the longest files first, so that no worker runs one alone at the end. A clean clone knows no earlier
 * durations, and sizes say little: a short file may simulate a whole day of trade. So the names of spec groups mark
 * the long ones (spec-groups.js).
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
