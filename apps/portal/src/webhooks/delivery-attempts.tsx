import type { ReactNode } from 'react';
import { CodeBlock } from '../design/code-block.tsx';
import { Panel } from '../design/panel.tsx';
import { Timeline } from '../design/timeline.tsx';
import { numberText } from '../language/format.ts';
import { useLanguage, useTexts } from '../language/language.tsx';
import { DELIVERIES } from './deliveries.texts.ts';
import type { DeliveryInFull } from './delivery-page.tsx';
import styles from './webhooks.module.css';

type Attempt = DeliveryInFull['attempts'][number];

/** Each attempt: why it was made, what the server answered, and how long it took. */
export function DeliveryAttempts({ delivery: { attempts } }: { delivery: DeliveryInFull }): ReactNode {
  const t = useTexts(DELIVERIES);
  const { language } = useLanguage();
  const entries = [...attempts].reverse().map((attempt) => ({
    id: String(attempt.attempt),
    at: attempt.started_at,
    tone: attempt.outcome === 'delivered' ? ('success' as const) : ('danger' as const),
    title: `${t.attempt(numberText(attempt.attempt, language))} · ${t.outcomes[attempt.outcome]}`,
    text: <Answer attempt={attempt} />,
  }));
  return <Panel title={t.attempts}>{entries.length === 0 ? t.noAttempts : <Timeline entries={entries} />}</Panel>;
}

function Answer({ attempt: { status, error, latency_ms, cause, excerpt } }: { attempt: Attempt }): ReactNode {
  const t = useTexts(DELIVERIES);
  const { language } = useLanguage();
  return (
    <div className={styles.answer}>
      <span>
        {t.causes[cause]} · <bdi dir="ltr">{status ?? t.noAnswer}</bdi> · {t.latency(numberText(latency_ms, language))}
        {error !== null && (
          <>
            {' · '}
            <bdi dir="ltr">{error}</bdi>
          </>
        )}
      </span>
      {excerpt !== null && excerpt !== '' && <CodeBlock text={excerpt} label={t.answerBody} />}
    </div>
  );
}
