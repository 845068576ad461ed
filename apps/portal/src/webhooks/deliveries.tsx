import { SearchX, Send } from 'lucide-react';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useList } from '../api/queries.ts';
import { ChoicePill } from '../design/choice-pill.tsx';
import { DataTable } from '../design/data-table.tsx';
import type { Column } from '../design/data-table.tsx';
import { DatePill } from '../design/date-pill.tsx';
import { EmptyState } from '../design/empty-state.tsx';
import { TextPill } from '../design/text-pill.tsx';
import { Time } from '../design/time.tsx';
import { Toolbar } from '../design/toolbar.tsx';
import { numberText } from '../language/format.ts';
import { useLanguage, useTexts } from '../language/language.tsx';
import { DELIVERIES } from './deliveries.texts.ts';
import { deliveryQueryOf, hasDeliveryFilters } from './delivery-filters.ts';
import type { DeliveryFilters } from './delivery-filters.ts';
import { endpointRoute } from './routes.ts';
import { DELIVERY_STATUSES, deliveryLink, DeliveryStatus } from './webhook-badges.tsx';
import type { Delivery, Endpoint } from './webhook-badges.tsx';
import styles from './webhooks.module.css';

/** What was sent to the endpoint, the newest first. */
export function Deliveries({ endpoint: { id } }: { endpoint: Endpoint }): ReactNode {
  const t = useTexts(DELIVERIES);
  const filters = endpointRoute.useSearch();
  const rows = useList('listWebhookDeliveries', { path: { id }, query: deliveryQueryOf(filters) });
  return (
    <section className={styles.tab}>
      <Filters id={id} />
      <DataTable
        label={t.title}
        rows={rows}
        columns={useColumns()}
        idOf={({ sequence }) => String(sequence)}
        linkOf={({ sequence }) => deliveryLink(id, sequence)}
        card={(delivery) => ({
          title: <bdi dir="ltr">{delivery.event_type}</bdi>,
          aside: <DeliveryStatus {...delivery} />,
          text: <LastAnswer delivery={delivery} />,
          badge: <Time at={delivery.time} />,
        })}
        empty={
          hasDeliveryFilters(filters) ? (
            <EmptyState icon={SearchX} title={t.nothing} text={t.nothingText} />
          ) : (
            <EmptyState icon={Send} title={t.empty} text={t.emptyText} />
          )
        }
      />
    </section>
  );
}

function Filters({ id }: { id: string }): ReactNode {
  const t = useTexts(DELIVERIES);
  const filters = endpointRoute.useSearch();
  const navigate = useNavigate();
  const go = (search: DeliveryFilters): void => void navigate({ to: '/webhooks/$id', params: { id }, search });
  const field = (name: keyof DeliveryFilters, label: string) => ({
    label,
    value: filters[name],
    onChange: (value: string | undefined) => go({ ...filters, [name]: value }),
  });
  return (
    <Toolbar hasFilters={hasDeliveryFilters(filters)} onClear={() => go({})}>
      <DatePill label={t.time} value={filters} onChange={(days) => go({ ...filters, ...days })} />
      <ChoicePill {...field('status', t.status)} choices={DELIVERY_STATUSES} texts={t.statuses} />
      <TextPill {...field('event_type', t.event)} />
      <TextPill {...field('webhook_id', t.webhookId)} />
    </Toolbar>
  );
}

function useColumns(): Column<Delivery>[] {
  const t = useTexts(DELIVERIES);
  const { language } = useLanguage();
  return [
    { id: 'event', title: t.event, cell: ({ event_type }) => <bdi dir="ltr">{event_type}</bdi> },
    { id: 'status', title: t.status, cell: (delivery) => <DeliveryStatus {...delivery} /> },
    { id: 'answer', title: t.answer, grow: true, cell: (delivery) => <LastAnswer delivery={delivery} /> },
    { id: 'attempts', title: t.attempts, align: 'end', cell: ({ attempts }) => numberText(attempts, language) },
    { id: 'time', title: t.time, align: 'end', cell: ({ time }) => <Time at={time} /> },
  ];
}

function LastAnswer({ delivery: { last_attempt: attempt } }: { delivery: Delivery }): ReactNode {
  const t = useTexts(DELIVERIES);
  if (attempt === null) return t.notYet;
  return <bdi dir="ltr">{attempt.error ?? attempt.status ?? t.noAnswer}</bdi>;
}
