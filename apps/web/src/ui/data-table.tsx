// biome-ignore-all lint/a11y/noRedundantRoles: shown as cards, the elements lose their own roles
// biome-ignore-all lint/a11y/useSemanticElements: as above
import type { HTMLAttributes, ReactNode } from 'react';
import { cx } from '../lib/cx';
import { uiText } from './texts';

export interface Column<Row> {
  key: string;
  header: string;
  cell: (row: Row) => ReactNode;
  align?: 'start' | 'end';
  /** The cell that names the row; exactly one column has it. */
  primary?: boolean;
}

/**
 * A table that becomes one labelled card per row under 640 px; every column and every action stays.
 * Roles are written out because the layout of cards takes them from the elements.
 */
export function DataTable<Row>({
  caption,
  columns,
  rows,
  rowKey,
  actions,
  empty,
  rowProps,
}: {
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  actions?: (row: Row) => ReactNode;
  empty?: ReactNode;
  /** What a row needs beside its cells, such as a place for the focus. */
  rowProps?: (row: Row) => HTMLAttributes<HTMLTableRowElement> & Record<`data-${string}`, string>;
}) {
  if (rows.length === 0 && empty !== undefined) return empty;
  return (
    <table role="table" className="block w-full border-collapse sm:table">
      <caption className="sr-only">{caption}</caption>
      <thead role="rowgroup" className="sr-only sm:not-sr-only sm:table-header-group">
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
      <tbody role="rowgroup" className="grid gap-3 sm:table-row-group">
        {rows.map((row) => (
          <tr
            key={rowKey(row)}
            {...rowProps?.(row)}
            role="row"
            className="grid gap-2 rounded-md border border-rule bg-paper p-4 sm:table-row sm:rounded-none sm:border-0 sm:border-b sm:bg-transparent sm:p-0"
          >
            {columns.map((column) => {
              const Cell = column.primary ? 'th' : 'td';
              return (
                <Cell
                  key={column.key}
                  role={column.primary ? 'rowheader' : 'cell'}
                  {...(column.primary ? { scope: 'row' } : {})}
                  className={cx(
                    'flex flex-wrap items-center justify-between gap-x-4 gap-y-1 text-left font-normal sm:table-cell sm:px-2 sm:py-3 lg:px-3 sm:align-middle',
                    column.align === 'end' ? 'sm:text-right' : 'sm:text-left',
                    column.primary && 'text-lg font-semibold sm:text-base',
                  )}
                >
                  {!column.primary && (
                    <span aria-hidden="true" className="text-sm text-ink-soft sm:hidden">
                      {column.header}
                    </span>
                  )}
                  {column.cell(row)}
                </Cell>
              );
            })}
            {actions !== undefined && (
              <td role="cell" className="sm:px-2 sm:py-3 sm:text-right lg:px-3">
                <div className="flex flex-wrap gap-2 pt-1 sm:justify-end sm:pt-0">
                  {actions(row)}
                </div>
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
