// biome-ignore-all lint/a11y/noRedundantRoles: shown as cards, the elements lose their own roles
// biome-ignore-all lint/a11y/useSemanticElements: as above
import { type HTMLAttributes, type ReactNode, useRef } from 'react';
import { cx } from '../lib/cx';
import { useRowWindow } from './row-window';
import { uiText } from './texts';

export interface Column<Row> {
  key: string;
  header: string;
  cell: (row: Row) => ReactNode;
  align?: 'start' | 'end';
  /** Marks the row header; exactly one column has it. */
  primary?: boolean;
}

/** The breakpoint from which rows are a table; below it each row is a card, two per line where they fit. */
const layouts = {
  sm: {
    table: 'sm:table',
    head: 'sm:not-sr-only sm:table-header-group',
    body: 'sm:table-row-group',
    row: 'sm:table-row sm:rounded-none sm:border-0 sm:border-b sm:bg-transparent sm:p-0',
    cell: 'sm:table-cell sm:px-2 sm:py-3 sm:align-middle lg:px-3',
    end: 'sm:text-right',
    start: 'sm:text-left',
    primary: 'sm:text-base',
    heading: 'sm:hidden',
    actionCell: 'sm:px-2 sm:py-3 sm:text-right lg:px-3',
    actions: 'sm:justify-end sm:pt-0',
  },
  lg: {
    table: 'lg:table',
    head: 'lg:not-sr-only lg:table-header-group',
    body: 'sm:grid-cols-2 lg:table-row-group',
    row: 'content-start lg:table-row lg:rounded-none lg:border-0 lg:border-b lg:bg-transparent lg:p-0',
    cell: 'lg:table-cell lg:px-3 lg:py-3 lg:align-middle',
    end: 'lg:text-right',
    start: 'lg:text-left',
    primary: 'lg:text-base',
    heading: 'lg:hidden',
    actionCell: 'lg:px-3 lg:py-3 lg:text-right',
    actions: 'lg:justify-end lg:pt-0',
  },
} as const;

/** The height of a dense table row with its border, in pixels. */
export const DENSE_ROW = 49;
/** One-line cells, for tables that people work through. */
const dense = {
  cell: 'lg:table-cell lg:h-12 lg:max-w-72 lg:truncate lg:px-2 lg:align-middle',
  actionCell: 'lg:h-12 lg:px-2 lg:text-right',
  // whole words, also when the other columns are wide
  actions: 'lg:flex-nowrap lg:justify-end lg:gap-1 lg:pt-0 lg:whitespace-nowrap',
};

/**
 * A table that becomes one labelled card per row on small screens, with all columns and actions. Roles are explicit
 * because the elements lose theirs with the card layout's `display`.
 */
export function DataTable<Row>({
  caption,
  columns,
  rows,
  rowKey,
  actions,
  empty,
  rowProps,
  tableFrom = 'sm',
  isDense = false,
}: {
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  actions?: (row: Row) => ReactNode;
  empty?: ReactNode;
  /** `lg` for many columns. */
  tableFrom?: keyof typeof layouts;
  /** One line of 48 px per row, with `tableFrom="lg"`; a long table renders only the rows near the viewport. */
  isDense?: boolean;
  /** Attributes of a row's element, such as `tabIndex`. */
  rowProps?: (row: Row) => HTMLAttributes<HTMLTableRowElement> & Record<`data-${string}`, string>;
}) {
  const body = useRef<HTMLTableSectionElement>(null);
  const near = useRowWindow(body, isDense ? rows.length : 0, DENSE_ROW);
  if (rows.length === 0 && empty !== undefined) return empty;
  const layout = layouts[tableFrom];
  return (
    <table
      role="table"
      aria-rowcount={near === null ? undefined : rows.length + 1}
      className={cx('block w-full border-collapse', layout.table)}
    >
      <caption className="sr-only">{caption}</caption>
      <thead role="rowgroup" className={cx('sr-only', layout.head)}>
        <tr role="row" className="border-b-2 border-rule">
          {columns.map((column) => (
            <th
              key={column.key}
              role="columnheader"
              scope="col"
              className={cx(
                'px-2 py-2 text-sm font-semibold text-ink-soft lg:px-3',
                column.align === 'end' ? 'text-right' : 'text-left',
              )}
            >
              {column.header}
            </th>
          ))}
          {actions !== undefined && (
            <th role="columnheader" scope="col" className="px-2 py-2 text-right lg:px-3">
              <span className="sr-only">{uiText.actions}</span>
            </th>
          )}
        </tr>
      </thead>
      <tbody ref={body} role="rowgroup" className={cx('grid gap-3', layout.body)}>
        {near !== null && <Gap height={near.before} />}
        {rows.slice(near?.start, near?.end).map((row, at) => (
          <tr
            key={rowKey(row)}
            {...rowProps?.(row)}
            role="row"
            // counts from 1, and the header is row 1
            aria-rowindex={near === null ? undefined : near.start + at + 2}
            className={cx('grid gap-2 rounded-md border border-rule bg-paper p-4', layout.row)}
          >
            {columns.map((column) => {
              const Cell = column.primary ? 'th' : 'td';
              return (
                <Cell
                  key={column.key}
                  role={column.primary ? 'rowheader' : 'cell'}
                  {...(column.primary ? { scope: 'row' } : {})}
                  className={cx(
                    'flex flex-wrap items-center justify-between gap-x-4 gap-y-1 text-left font-normal',
                    isDense ? dense.cell : layout.cell,
                    column.align === 'end' ? layout.end : layout.start,
                    column.primary && 'text-lg font-semibold',
                    column.primary && layout.primary,
                  )}
                >
                  {!column.primary && (
                    <span
                      aria-hidden="true"
                      className={cx('text-sm text-ink-soft', layout.heading)}
                    >
                      {column.header}
                    </span>
                  )}
                  {column.cell(row)}
                </Cell>
              );
            })}
            {actions !== undefined && (
              <td role="cell" className={isDense ? dense.actionCell : layout.actionCell}>
                <div
                  className={cx(
                    'flex flex-wrap items-center gap-2 pt-1',
                    isDense ? dense.actions : layout.actions,
                  )}
                >
                  {actions(row)}
                </div>
              </td>
            )}
          </tr>
        ))}
        {near !== null && <Gap height={near.after} />}
      </tbody>
    </table>
  );
}

/** Takes the height of the rows that are not rendered. */
function Gap({ height }: { height: number }) {
  // biome-ignore lint/a11y/noAriaHiddenOnFocusable: a row cannot have the focus
  return <tr aria-hidden="true" style={{ height }} />;
}
