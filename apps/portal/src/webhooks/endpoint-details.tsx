import type { ReactNode } from 'react';
import { Copyable } from '../design/copyable.tsx';
import { Details } from '../design/details.tsx';
import { Panel } from '../design/panel.tsx';
import { Time } from '../design/time.tsx';
import { numberText } from '../language/format.ts';
import { useLanguage, useTexts } from '../language/language.tsx';
import { EventTypes } from './webhook-badges.tsx';
import type { Endpoint } from './webhook-badges.tsx';
import { WEBHOOKS } from './webhooks.texts.ts';

export function EndpointDetails({ endpoint }: { endpoint: Endpoint }): ReactNode {
  const t = useTexts(WEBHOOKS);
  const { language } = useLanguage();
  const { rate_limit_per_second: rate, header_names: headers, filters } = endpoint;
  return (
    <Panel title={t.details}>
      <Details
        rows={[
          [t.id, <Copyable key="id" text={endpoint.id} label={t.id} />],
          [t.events, <EventTypes key="events" types={endpoint.event_types} />],
          [t.filters, filters.length > 0 && t.filterCount(numberText(filters.length, language))],
          [t.headers, headers.length > 0 && <bdi dir="ltr">{headers.join(', ')}</bdi>],
          [t.ordering, t.orderings[endpoint.ordering]],
          [t.rate, rate !== null && numberText(rate, language)],
          [t.concurrency, numberText(endpoint.concurrency_max, language)],
          [t.addedAt, <Time key="added" at={endpoint.createdAt} />],
        ]}
      />
    </Panel>
  );
}
