import { Button, Skeleton, VisuallyHidden } from '@mantine/core';
import { Link, useNavigate } from '@tanstack/react-router';
import { createColumnHelper, tableFeatures, useTable } from '@tanstack/react-table';
import type { ColumnDef } from '@tanstack/react-table';
import type { MouseEvent, ReactNode } from 'react';
import { numberText } from '../language/format.ts';
import { useLanguage, useTexts } from '../language/language.tsx';
import styles from './data-table.module.css';
import { DESIGN } from './design.texts.ts';
import { Failure } from './failure.tsx';
import { useIsPhone } from './use-phone.ts';

const FEATURES = tableFeatures({});

export interface Column<Row> {
  id: string;
  title: string;
  /** For screen readers alone, as over buttons. */
  isTitleHidden?: boolean;
  cell(row: Row): ReactNode;
  /** Amounts and numbers stand under each other. */
  align?: 'end';
  /** Takes the width that the other columns leave, and cuts what is longer. */
  grow?: boolean;
}

/** How a row looks on a phone: two lines, with what matters most at their ends. */
export interface Card {
  title: ReactNode;
  aside?: ReactNode;
  text?: ReactNode;
  badge?: ReactNode;
}

export interface Rows<Row> {
  items: Row[] | undefined;
  error: Error | null;
  hasMore?: boolean;
  isLoadingMore?: boolean;
  isStale?: boolean;
  loadMore?(): void;
  retry?(): void;
}

interface DataTableProps<Row> {
  /** For screen readers: what the table lists. */
  label: string;
  rows: Rows<Row>;
  columns: readonly Column<Row>[];
  idOf(row: Row): string;
  card(row: Row): Card;
  /** The screen of a row. */
  linkOf?(row: Row): { to: string; params: Record<string, string> };
  empty: ReactNode;
}

/** A list as a table, on phones as cards, in all its states. */
export function DataTable<Row extends object>(props: DataTableProps<Row>): ReactNode {
  const { rows, label, empty } = props;
  const isPhone = useIsPhone();
  const t = useTexts(DESIGN);
  if (rows.error && !rows.items) return <Failure error={rows.error} retry={rows.retry} />;
  if (!rows.items) return <Waiting label={t.loading} />;
  if (rows.items.length === 0) return <div className={styles.frame}>{empty}</div>;
  return (
    <div>
      <div className={styles.frame} data-stale={rows.isStale || undefined} aria-busy={rows.isStale}>
        {isPhone ? <Cards {...props} items={rows.items} /> : <Wide {...props} items={rows.items} label={label} />}
      </div>
      <More rows={rows} />
    </div>
  );
}

type Shown<Row> = DataTableProps<Row> & { items: Row[] };

function Wide<Row extends object>({ label, items, columns, idOf, linkOf }: Shown<Row>): ReactNode {
  const open = useRowPress(linkOf);
  const helper = createColumnHelper<typeof FEATURES, Row>();
  const definitions = columns.map((column) =>
    helper.display({ id: column.id, header: column.title, cell: ({ row }) => column.cell(row.original) }),
  ) as ColumnDef<typeof FEATURES, Row>[];
  const table = useTable({ features: FEATURES, columns: definitions, data: items, getRowId: idOf });
  const cellClass = (index: number): string =>
    [columns[index]?.align === 'end' && styles.end, columns[index]?.grow && styles.grow].filter(Boolean).join(' ');
  return (
    <div className={styles.scroll}>
      <table className={styles.table} aria-label={label}>
        <thead>
          {table.getHeaderGroups().map((group) => (
            <tr key={group.id}>
              {group.headers.map((header, index) => (
                <th key={header.id} scope="col" className={cellClass(index)}>
                  {columns[index]?.isTitleHidden ? (
                    <VisuallyHidden>{columns[index].title}</VisuallyHidden>
                  ) : (
                    <table.FlexRender header={header} />
                  )}
                </th>
              ))}
            </tr>
          ))}
        </thead>
        <tbody>
          {table.getRowModel().rows.map((row) => (
            <tr
              key={row.id}
              data-linked={linkOf !== undefined || undefined}
              onClick={(event) => open(event, row.original)}
            >
              {row.getAllCells().map((cell, index) => (
                <td key={cell.id} className={cellClass(index)}>
                  <RowLink to={index === 0 ? linkOf?.(row.original) : undefined}>
                    <table.FlexRender cell={cell} />
                  </RowLink>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** What lies above the link of a row, such as a time with its tooltip, opens the row too. */
function useRowPress<Row>(linkOf: DataTableProps<Row>['linkOf']): (event: MouseEvent, row: Row) => void {
  const navigate = useNavigate();
  return (event, row) => {
    const link = linkOf?.(row);
    if (link === undefined || (event.target as Element).closest('a, button')) return;
    void navigate(link);
  };
}

/** The first cell is the link; it covers its whole row. */
function RowLink({ to, children }: { to?: { to: string; params: Record<string, string> }; children: ReactNode }) {
  if (to === undefined) return children;
  return (
    <Link to={to.to} params={to.params} className={styles.link}>
      {children}
    </Link>
  );
}

function Cards<Row>({ label, items, card, idOf, linkOf }: Shown<Row>): ReactNode {
  return (
    <ul className={styles.cards} aria-label={label}>
      {items.map((row) => {
        const { title, aside, text, badge } = card(row);
        return (
          <li key={idOf(row)} className={styles.card}>
            <div className={styles.line}>
              <span className={styles.cardTitle}>
                <RowLink to={linkOf?.(row)}>{title}</RowLink>
              </span>
              <span>{aside}</span>
            </div>
            <div className={styles.line}>
              <span className={styles.cardText}>{text}</span>
              <span>{badge}</span>
            </div>
          </li>
        );
      })}
    </ul>
  );
}

function More<Row>({ rows }: { rows: Rows<Row> }): ReactNode {
  const t = useTexts(DESIGN);
  const { language } = useLanguage();
  const count = numberText(rows.items?.length ?? 0, language);
  return (
    <div className={styles.more}>
      <span aria-live="polite">{rows.hasMore ? t.shownOfMore(count) : t.shown(count)}</span>
      {rows.hasMore && (
        <Button size="xs" variant="default" onClick={rows.loadMore} loading={rows.isLoadingMore}>
          {t.loadMore}
        </Button>
      )}
    </div>
  );
}

const WAITING_ROWS = 8;

/** As high as the rows that follow, so that nothing jumps. */
function Waiting({ label }: { label: string }): ReactNode {
  return (
    <div className={styles.frame} role="status" aria-label={label}>
      {Array.from({ length: WAITING_ROWS }, (_, index) => (
        <div key={index} className={styles.waiting}>
          <Skeleton height={12} width="22%" radius="sm" />
          <Skeleton height={12} width="34%" radius="sm" />
          <Skeleton height={12} width="14%" radius="sm" />
        </div>
      ))}
    </div>
  );
}
