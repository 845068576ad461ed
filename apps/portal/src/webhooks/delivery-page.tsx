import { Button } from '@mantine/core';
import type { AnswerOf } from '@qafila/sdk';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useAnswer, useChange } from '../api/queries.ts';
import { ActionDialog } from '../design/action-dialog.tsx';
import { CodeBlock } from '../design/code-block.tsx';
import { Columns } from '../design/columns.tsx';
import { Copyable } from '../design/copyable.tsx';
import { Details } from '../design/details.tsx';
import { Page } from '../design/page.tsx';
import { PageOf } from '../design/page-of.tsx';
import { Panel } from '../design/panel.tsx';
import { Time } from '../design/time.tsx';
import { toast } from '../design/toast.tsx';
import { numberText } from '../language/format.ts';
import { useLanguage, useTexts } from '../language/language.tsx';
import { useMay } from '../session/session.ts';
import { DELIVERIES } from './deliveries.texts.ts';
import { DeliveryAttempts } from './delivery-attempts.tsx';
import { deliveryRoute } from './routes.ts';
import { DeliveryStatus } from './webhook-badges.tsx';
import styles from './webhooks.module.css';

export type DeliveryInFull = AnswerOf<'getWebhookDelivery'>;

const OPEN_MS = 3_000;

export function DeliveryPage(): ReactNode {
  const t = useTexts(DELIVERIES);
  const { id, sequence } = deliveryRoute.useParams();
  const { data, error, refetch } = useAnswer('getWebhookDelivery', { path: { id, sequence } }, { refetchMs: OPEN_MS });
  const { data: endpoint } = useAnswer('getWebhookEndpoint', { path: { id } });
  const back = { to: `/webhooks/${id}`, label: endpoint?.url ?? t.back };
  const read = { data, error, retry: () => void refetch() };
  return (
    <PageOf title={t.title} back={back} id={sequence} notFound={t.notFound} read={read}>
      {(delivery) => <Shown id={id} delivery={delivery} back={back} />}
    </PageOf>
  );
}

interface ShownProps {
  id: string;
  delivery: DeliveryInFull;
  back: { to: string; label: string };
}

function Shown({ id, delivery, back }: ShownProps): ReactNode {
  const t = useTexts(DELIVERIES);
  return (
    <Page
      title={delivery.event_type}
      heading={
        <span className={styles.heading}>
          <bdi dir="ltr">{delivery.event_type}</bdi>
          <DeliveryStatus {...delivery} />
        </span>
      }
      actions={<Resend id={id} delivery={delivery} />}
      back={back}
    >
      <Columns
        main={
          <>
            <DeliveryAttempts delivery={delivery} />
            <Panel title={t.body} text={t.bodyText}>
              <CodeBlock text={JSON.stringify(delivery.data, null, 2)} label={t.body} />
            </Panel>
          </>
        }
        side={<Facts delivery={delivery} />}
      />
    </Page>
  );
}

function Facts({ delivery }: { delivery: DeliveryInFull }): ReactNode {
  const t = useTexts(DELIVERIES);
  const { language } = useLanguage();
  const { sequence, webhook_id, time, next_attempt_at: next, dead, attempt_count } = delivery;
  const reasons: Readonly<Record<string, string>> = t.reasons;
  return (
    <Panel title={t.title}>
      <Details
        rows={[
          [t.webhookId, <Copyable key="id" text={webhook_id} label={t.webhookId} />],
          [t.number, numberText(sequence, language)],
          [t.time, <Time key="time" at={time} />],
          [t.attempts, numberText(attempt_count, language)],
          [t.next, next && <Time at={next} />],
          [t.why, dead && (reasons[dead.reason] ?? dead.reason)],
          [t.diedAt, dead && <Time at={dead.died_at} />],
        ]}
      />
    </Panel>
  );
}

function Resend({ id, delivery: { sequence } }: { id: string; delivery: DeliveryInFull }): ReactNode {
  const t = useTexts(DELIVERIES);
  const mayWrite = useMay('webhooks:write');
  const [isOpen, setIsOpen] = useState(false);
  const resend = useChange('resendWebhookDelivery');
  const act = async (): Promise<void> => {
    await resend.mutateAsync({ path: { id, sequence: String(sequence) } });
    setIsOpen(false);
    toast(t.resent);
  };
  if (!mayWrite) return null;
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>{t.resend}</Button>
      {isOpen && (
        <ActionDialog
          title={t.resendTitle}
          act={t.resend}
          effect={{ title: t.resend, lines: [t.resendEffect] }}
          isActing={resend.isPending}
          error={resend.error}
          onAct={() => void act().catch(() => {})}
          onClose={() => setIsOpen(false)}
        />
      )}
    </>
  );
}
