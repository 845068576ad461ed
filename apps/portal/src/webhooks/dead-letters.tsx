import { Button } from '@mantine/core';
import type { ItemOf } from '@qafila/sdk';
import { CircleCheck } from 'lucide-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useList } from '../api/queries.ts';
import { DataTable } from '../design/data-table.tsx';
import type { Column } from '../design/data-table.tsx';
import { EmptyState } from '../design/empty-state.tsx';
import { Time } from '../design/time.tsx';
import { numberText } from '../language/format.ts';
import { useLanguage, useTexts } from '../language/language.tsx';
import { useMay } from '../session/session.ts';
import { DELIVERIES } from './deliveries.texts.ts';
import { Redrive } from './redrive.tsx';
import { deliveryLink } from './webhook-badges.tsx';
import type { Endpoint } from './webhook-badges.tsx';
import styles from './webhooks.module.css';
import { WEBHOOKS } from './webhooks.texts.ts';

type DeadLetter = ItemOf<'listWebhookDeadLetters'>;

/** What is not tried any more until a person sends it again. */
export function DeadLetters({ endpoint }: { endpoint: Endpoint }): ReactNode {
  const t = useTexts(DELIVERIES);
  const { tabs } = useTexts(WEBHOOKS);
  const { id } = endpoint;
  const mayWrite = useMay('webhooks:write');
  const rows = useList('listWebhookDeadLetters', { path: { id } });
  const [isSending, setIsSending] = useState(false);
  return (
    <section className={styles.tab}>
      {mayWrite && rows.items !== undefined && rows.items.length > 0 && (
        <div className={styles.actions}>
          <Button variant="default" onClick={() => setIsSending(true)}>
            {t.redrive}
          </Button>
        </div>
      )}
      <DataTable
        label={tabs['dead-letters']}
        rows={rows}
        columns={useColumns()}
        idOf={({ sequence }) => String(sequence)}
        linkOf={({ sequence }) => deliveryLink(id, sequence)}
        card={(letter) => ({
          title: <bdi dir="ltr">{letter.event_type}</bdi>,
          aside: <Time at={letter.died_at} />,
          text: <Reason letter={letter} />,
        })}
        empty={<EmptyState icon={CircleCheck} title={t.noDead} text={t.noDeadText} />}
      />
      {isSending && <Redrive endpoint={endpoint} onClose={() => setIsSending(false)} />}
    </section>
  );
}

function useColumns(): Column<DeadLetter>[] {
  const t = useTexts(DELIVERIES);
  const { language } = useLanguage();
  return [
    { id: 'event', title: t.event, cell: ({ event_type }) => <bdi dir="ltr">{event_type}</bdi> },
    { id: 'answer', title: t.answer, grow: true, cell: (letter) => <Reason letter={letter} /> },
    { id: 'attempts', title: t.attempts, align: 'end', cell: ({ attempts }) => numberText(attempts, language) },
    { id: 'died', title: t.diedAt, align: 'end', cell: ({ died_at }) => <Time at={died_at} /> },
  ];
}

function Reason({ letter: { last_error, reason } }: { letter: DeadLetter }): ReactNode {
  const reasons: Readonly<Record<string, string>> = useTexts(DELIVERIES).reasons;
  return last_error === null ? (reasons[reason] ?? reason) : <bdi dir="ltr">{last_error}</bdi>;
}
