import type { ReactNode } from 'react';
import { Panel } from '../design/panel.tsx';
import { Timeline } from '../design/timeline.tsx';
import { useTexts } from '../language/language.tsx';
import type { PaymentInFull } from './payment-actions.tsx';
import { PAYMENT } from './payment.texts.ts';
import { PAYMENTS } from './payments.texts.ts';
import { STATUS_TONES } from './statuses.ts';

/** Each step of the payment, who caused it, and what the gateway said. */
export function PaymentTimeline({ payment: { timeline } }: Pick<PaymentInFull, 'payment'>): ReactNode {
  const t = useTexts(PAYMENT);
  const { statuses } = useTexts(PAYMENTS);
  const actors: Readonly<Record<string, string>> = t.actors;
  const entries = timeline
    .map(({ at, status, actor, note, transaction_id }, index) => ({
      id: `${transaction_id} ${index}`,
      at,
      tone: STATUS_TONES[status],
      title: statuses[status],
      text: (
        <>
          {actors[actor] ?? actor}
          {note && ' · '}
          <bdi>{note}</bdi>
        </>
      ),
    }))
    .reverse();
  return (
    <Panel title={t.timeline}>
      <Timeline entries={entries} />
    </Panel>
  );
}
