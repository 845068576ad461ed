import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { CreditCard, SearchX } from 'lucide-react';
import type { ReactNode } from 'react';
import { useList } from '../api/queries.ts';
import { Amount } from '../design/amount.tsx';
import { DataTable } from '../design/data-table.tsx';
import type { Column } from '../design/data-table.tsx';
import { EmptyState } from '../design/empty-state.tsx';
import { Page } from '../design/page.tsx';
import { Time } from '../design/time.tsx';
import { useTexts } from '../language/language.tsx';
import { ExportPayments } from './export-payments.tsx';
import { FilterBar } from './filter-bar.tsx';
import { hasFilters, queryOf } from './filters.ts';
import { customerName, PaymentMethod, PaymentStatus } from './payment-parts.tsx';
import { PAYMENTS } from './payments.texts.ts';
import { paymentsRoute } from './routes.ts';
import { StatusViews } from './status-views.tsx';
import type { Transaction } from './statuses.ts';

export function PaymentsPage(): ReactNode {
  const t = useTexts(PAYMENTS);
  const filters = paymentsRoute.useSearch();
  const rows = useList('listTransactions', { query: queryOf(filters) });
  return (
    <Page title={t.title} text={t.text} actions={<ExportPayments filters={filters} />}>
      <StatusViews />
      <FilterBar />
      <DataTable
        label={t.title}
        rows={rows}
        columns={useColumns()}
        idOf={({ _id }) => _id}
        linkOf={({ _id }) => ({ to: '/payments/$id', params: { id: _id } })}
        card={(payment) => ({
          title: <Amount value={payment.amount} currency={payment.currency} />,
          aside: <PaymentStatus status={payment.status} />,
          text: <bdi>{customerName(payment)}</bdi>,
          badge: <Time at={payment.created_at} />,
        })}
        empty={hasFilters(filters) ? <NoMatch /> : <NoPayments />}
      />
    </Page>
  );
}

function useColumns(): Column<Transaction>[] {
  const t = useTexts(PAYMENTS);
  return [
    { id: 'amount', title: t.amount, cell: ({ amount, currency }) => <Amount value={amount} currency={currency} /> },
    { id: 'status', title: t.status, cell: ({ status }) => <PaymentStatus status={status} /> },
    { id: 'method', title: t.method, cell: (payment) => <PaymentMethod {...payment} /> },
    { id: 'order', title: t.order, cell: ({ order_reference }) => <bdi>{order_reference}</bdi> },
    { id: 'customer', title: t.customer, grow: true, cell: (payment) => <bdi>{customerName(payment)}</bdi> },
    { id: 'gateway', title: t.gateway, cell: ({ gateway }) => <bdi>{gateway}</bdi> },
    { id: 'date', title: t.date, align: 'end', cell: ({ created_at }) => <Time at={created_at} /> },
  ];
}

function NoPayments(): ReactNode {
  const t = useTexts(PAYMENTS);
  return (
    <EmptyState
      icon={CreditCard}
      title={t.empty}
      text={t.emptyText}
      action={
        <Button component="a" href="/docs" target="_blank" rel="noreferrer" variant="default">
          {t.emptyAction}
        </Button>
      }
    />
  );
}

function NoMatch(): ReactNode {
  const t = useTexts(PAYMENTS);
  return (
    <EmptyState
      icon={SearchX}
      title={t.nothing}
      text={t.nothingText}
      action={
        <Button variant="default" renderRoot={(props) => <Link to="/payments" {...props} />}>
          {t.all}
        </Button>
      }
    />
  );
}
