import { expect, test } from '@jest/globals';
import { act, renderHook } from '@testing-library/react';
import { useCalmRows } from './use-calm-rows';

type Props = { rows: string; reading: boolean; readAt?: number; own?: string };

/** Rows are letters; what is shown is told as a word. */
function open(start: Props) {
  const view = renderHook(
    ({ rows, reading, readAt = 0, own = '' }: Props) =>
      useCalmRows(
        [...rows].map((_id) => ({ _id })),
        reading,
        { readAt, isOwn: ({ _id }) => own.includes(_id) },
      ),
    { initialProps: start },
  );
  const shown = () => view.result.current.shown.map(({ _id }) => _id).join('');
  return {
    see: (next: Props) => {
      view.rerender(next);
      return [shown(), view.result.current.waiting];
    },
    show: () => {
      act(() => view.result.current.show());
      return shown();
    },
  };
}

test('rows that come in above or between wait under whoever reads, and come when asked for', () => {
  const list = open({ rows: 'ace', reading: false });
  expect(list.see({ rows: 'ace', reading: true })).toEqual(['ace', 0]);
  expect(list.see({ rows: 'zabce', reading: true })).toEqual(['ace', 2]);
  expect(list.show()).toBe('zabce');
  expect(list.see({ rows: 'yzabce', reading: true })).toEqual(['zabce', 1]);
});

test('they come by themselves when the reader is done', () => {
  const list = open({ rows: 'ab', reading: true });
  expect(list.see({ rows: 'zab', reading: true })).toEqual(['ab', 1]);
  expect(list.see({ rows: 'zab', reading: false })).toEqual(['zab', 0]);
});

test('what paging brings at the end shows at once, and so does what an answer brought', () => {
  const list = open({ rows: 'bd', reading: true });
  expect(list.see({ rows: 'bdfg', reading: true })).toEqual(['bdfg', 0]);
  expect(list.see({ rows: 'abdfg', reading: true, readAt: 1 })).toEqual(['abdfg', 0]);
});

test('what the reader wrote never waits', () => {
  const list = open({ rows: 'b', reading: true });
  expect(list.see({ rows: 'xyb', reading: true, own: 'x' })).toEqual(['xb', 1]);
});
