import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { useAnswer } from '../api/queries.ts';
import { Panel } from '../design/panel.tsx';
import { useTexts } from '../language/language.tsx';
import { useMay } from '../session/session.ts';
import { HOME } from './home.texts.ts';
import styles from './home.module.css';
import { useHasDelivery, useHasUsage } from './step-facts.ts';

type Step = 'payment' | 'shipment' | 'event' | 'webhook';
const STEPS: readonly Step[] = ['payment', 'shipment', 'event', 'webhook'];
const ONE = { limit: 1 };

/** Shown until all that the person's role can see has happened. Undefined: not known yet, or not theirs to see. */
export function FirstSteps(): ReactNode {
  const t = useTexts(HOME);
  const payments = useAnswer(
    'listTransactions',
    { query: { ...ONE, status: 'CAPTURED' } },
    { enabled: useMay('payments:read') },
  );
  const shipments = useAnswer('listShipments', { query: ONE }, { enabled: useMay('shipments:read') });
  const done: Record<Step, boolean | undefined> = {
    payment: payments.data && payments.data.items.length > 0,
    shipment: shipments.data && shipments.data.items.length > 0,
    event: useHasUsage(),
    webhook: useHasDelivery(),
  };
  const known = STEPS.filter((step) => done[step] !== undefined);
  if (known.length === 0 || known.every((step) => done[step])) return null;
  return (
    <Panel title={t.steps} text={t.stepsText} flush>
      <ol className={styles.steps}>
        {known.map((step) => (
          <li key={step} className={styles.step} data-done={done[step] || undefined}>
            <span className={styles.tick} role="img" aria-label={done[step] ? t.done : t.toDo}>
              {done[step] && <Check size={14} strokeWidth={3} />}
            </span>
            <span>
              <span className={styles.stepTitle}>{t.step[step]}</span>
              <br />
              <span className={styles.stepText}>{t.step[`${step}Text`]}</span>
            </span>
          </li>
        ))}
      </ol>
    </Panel>
  );
}
