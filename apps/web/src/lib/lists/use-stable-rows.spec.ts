import { expect, test } from '@jest/globals';
import { act, renderHook } from '@testing-library/react';
import { useStableRows } from './use-stable-rows';

type Props = { rows: string; reading: boolean; readAt?: number; own?: string };

/** Rows are letters; the shown rows are compared as one word. */
function open(start: Props) {
  const view = renderHook(
    ({ rows, reading, readAt = 0, own = '' }: Props) =>
      useStableRows(
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
      return [shown(), view.result.current.pending];
    },
    show: () => {
      act(() => view.result.current.showPending());
      return shown();
    },
  };
}

test('rows inserted above or between the shown ones stay pending while the user reads, until they are requested', () => {
  const list = open({ rows: 'ace', reading: false });
  expect(list.see({ rows: 'ace', reading: true })).toEqual(['ace', 0]);
  expect(list.see({ rows: 'zabce', reading: true })).toEqual(['ace', 2]);
  expect(list.show()).toBe('zabce');
  expect(list.see({ rows: 'yzabce', reading: true })).toEqual(['zabce', 1]);
});

test('pending rows are shown when the user stops reading', () => {
  const list = open({ rows: 'ab', reading: true });
  expect(list.see({ rows: 'zab', reading: true })).toEqual(['ab', 1]);
  expect(list.see({ rows: 'zab', reading: false })).toEqual(['zab', 0]);
});

test('rows appended by paging are shown at once, and so are rows of a new response', () => {
  const list = open({ rows: 'bd', reading: true });
  expect(list.see({ rows: 'bdfg', reading: true })).toEqual(['bdfg', 0]);
  expect(list.see({ rows: 'abdfg', reading: true, readAt: 1 })).toEqual(['abdfg', 0]);
});

test('the own rows are shown at once', () => {
  const list = open({ rows: 'b', reading: true });
  expect(list.see({ rows: 'xyb', reading: true, own: 'x' })).toEqual(['xb', 1]);
});
