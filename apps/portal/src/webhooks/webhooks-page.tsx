import { Button } from '@mantine/core';
import { Plus, Webhook } from 'lucide-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useList } from '../api/queries.ts';
import { DataTable } from '../design/data-table.tsx';
import type { Column } from '../design/data-table.tsx';
import { EmptyState } from '../design/empty-state.tsx';
import { lazily } from '../design/lazily.tsx';
import { Page } from '../design/page.tsx';
import { Time } from '../design/time.tsx';
import { useTexts } from '../language/language.tsx';
import { useMay } from '../session/session.ts';
import { EndpointStatus, EventTypes } from './webhook-badges.tsx';
import type { Endpoint } from './webhook-badges.tsx';
import { WEBHOOKS } from './webhooks.texts.ts';

const CreateEndpoint = lazily(() => import('./create-endpoint.tsx'), 'CreateEndpoint');

export function WebhooksPage(): ReactNode {
  const t = useTexts(WEBHOOKS);
  const mayWrite = useMay('webhooks:write');
  const rows = useList('listWebhookEndpoints', {});
  const [isCreating, setIsCreating] = useState(false);
  const create = mayWrite && (
    <Button leftSection={<Plus size={16} />} onClick={() => setIsCreating(true)}>
      {t.create}
    </Button>
  );
  return (
    <Page title={t.title} text={t.text} actions={create}>
      <DataTable
        label={t.title}
        rows={rows}
        columns={useColumns()}
        idOf={({ id }) => id}
        linkOf={({ id }) => ({ to: '/webhooks/$id', params: { id } })}
        card={(endpoint) => ({
          title: <Address endpoint={endpoint} />,
          aside: <EndpointStatus {...endpoint} />,
          text: <EventTypes types={endpoint.event_types} />,
        })}
        empty={<EmptyState icon={Webhook} title={t.empty} text={t.emptyText} action={create} />}
      />
      {isCreating && <CreateEndpoint onClose={() => setIsCreating(false)} />}
    </Page>
  );
}

function useColumns(): Column<Endpoint>[] {
  const t = useTexts(WEBHOOKS);
  return [
    { id: 'url', title: t.url, grow: true, cell: (endpoint) => <Address endpoint={endpoint} /> },
    { id: 'status', title: t.status, cell: (endpoint) => <EndpointStatus {...endpoint} /> },
    { id: 'events', title: t.events, cell: ({ event_types }) => <EventTypes types={event_types} /> },
    { id: 'description', title: t.description, cell: ({ description }) => <bdi>{description}</bdi> },
    { id: 'added', title: t.addedAt, align: 'end', cell: ({ createdAt }) => <Time at={createdAt} /> },
  ];
}

function Address({ endpoint: { url } }: { endpoint: Endpoint }): ReactNode {
  return <bdi dir="ltr">{url}</bdi>;
}
