import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useAnswer } from '../api/queries.ts';
import { Columns } from '../design/columns.tsx';
import { lazily } from '../design/lazily.tsx';
import { Page } from '../design/page.tsx';
import { PageOf } from '../design/page-of.tsx';
import tabStyles from '../design/tabs.module.css';
import { useTexts } from '../language/language.tsx';
import { Deliveries } from './deliveries.tsx';
import { TABS } from './delivery-filters.ts';
import { EndpointActions } from './endpoint-actions.tsx';
import { EndpointDetails } from './endpoint-details.tsx';
import { EndpointSecret } from './endpoint-secret.tsx';
import { endpointRoute } from './routes.ts';
import { EndpointStatus } from './webhook-badges.tsx';
import type { Endpoint } from './webhook-badges.tsx';
import styles from './webhooks.module.css';
import { WEBHOOKS } from './webhooks.texts.ts';

const CONTENTS = {
  deliveries: Deliveries,
  'dead-letters': lazily(() => import('./dead-letters.tsx'), 'DeadLetters'),
  replays: lazily(() => import('./replays.tsx'), 'Replays'),
};

export function EndpointPage(): ReactNode {
  const t = useTexts(WEBHOOKS);
  const { id } = endpointRoute.useParams();
  const { data, error, refetch } = useAnswer('getWebhookEndpoint', { path: { id } });
  const back = { to: '/webhooks', label: t.title };
  const read = { data, error, retry: () => void refetch() };
  return (
    <PageOf title={t.title} back={back} id={id} notFound={t.notFound} read={read}>
      {(endpoint) => <Shown endpoint={endpoint} back={back} />}
    </PageOf>
  );
}

function Shown({ endpoint, back }: { endpoint: Endpoint; back: { to: string; label: string } }): ReactNode {
  const { tab = 'deliveries' } = endpointRoute.useSearch();
  const Content = CONTENTS[tab];
  return (
    <Page
      title={endpoint.url}
      heading={
        <span className={styles.heading}>
          <bdi dir="ltr" className={styles.address}>
            {endpoint.url}
          </bdi>
          <EndpointStatus {...endpoint} />
        </span>
      }
      text={<bdi>{endpoint.description}</bdi>}
      actions={<EndpointActions endpoint={endpoint} />}
      back={back}
    >
      <Stopped endpoint={endpoint} />
      <Tabs id={endpoint.id} />
      <Columns
        main={<Content endpoint={endpoint} />}
        side={
          <>
            <EndpointDetails endpoint={endpoint} />
            <EndpointSecret endpoint={endpoint} />
          </>
        }
      />
    </Page>
  );
}

function Tabs({ id }: { id: string }): ReactNode {
  const t = useTexts(WEBHOOKS);
  const search = endpointRoute.useSearch();
  const { tab: shown = 'deliveries' } = search;
  return (
    <nav className={tabStyles.tabs} aria-label={t.title}>
      {TABS.map((name) => (
        <Link
          key={name}
          to="/webhooks/$id"
          params={{ id }}
          // The filters of a tab do not make it another one.
          search={name === shown ? search : { tab: name === 'deliveries' ? undefined : name }}
          className={tabStyles.tab}
          activeOptions={{ exact: true, includeSearch: true }}
        >
          {t.tabs[name]}
        </Link>
      ))}
    </nav>
  );
}

/** Why nothing is sent any more, and what helps. */
function Stopped({ endpoint: { status, status_reason } }: { endpoint: Endpoint }): ReactNode {
  const stopped: Readonly<Record<string, string>> = useTexts(WEBHOOKS).stopped;
  if (status !== 'disabled') return null;
  return <p className={styles.stopped}>{stopped[status_reason ?? ''] ?? status_reason}</p>;
}
