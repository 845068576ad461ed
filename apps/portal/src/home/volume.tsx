import { Skeleton } from '@mantine/core';
import type { AnswerOf } from '@qafila/sdk';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useAnswer } from '../api/queries.ts';
import { Amount } from '../design/amount.tsx';
import { Failure } from '../design/failure.tsx';
import { Panel } from '../design/panel.tsx';
import { numberText, percentText } from '../language/format.ts';
import { useLanguage, useTexts } from '../language/language.tsx';
import { HOME } from './home.texts.ts';
import styles from './home.module.css';

const DAYS = 7;
const DAY_MS = 86_400_000;

/** The whole hour, so that the same question has the same answer in the cache. */
function lastDays(): { from: string; to: string } {
  const endMs = Math.ceil(Date.now() / 3_600_000) * 3_600_000;
  return { from: new Date(endMs - DAYS * DAY_MS).toISOString(), to: new Date(endMs).toISOString() };
}

export function Volume(): ReactNode {
  const t = useTexts(HOME);
  const [period] = useState(lastDays);
  const { data, error, refetch } = useAnswer('getPerformance', { query: { ...period, by: 'currency' } });
  return (
    <Panel title={t.period} flush={data !== undefined && data.items.length > 0}>
      {error && <Failure error={error} retry={() => void refetch()} />}
      {!data && !error && <Skeleton height={68} radius="md" />}
      {data?.items.length === 0 && <p className={styles.nothing}>{t.noPayments}</p>}
      {data?.items.map((row) => (
        <CurrencyRow key={row.currency} row={row} />
      ))}
    </Panel>
  );
}

function CurrencyRow({ row }: { row: AnswerOf<'getPerformance'>['items'][number] }): ReactNode {
  const t = useTexts(HOME);
  const { language } = useLanguage();
  const { currency, captured, refunded, approval_rate, transactions } = row;
  const figures = [
    [t.volume, <Amount key="captured" value={captured} currency={currency} />],
    [t.refunded, <Amount key="refunded" value={refunded} currency={currency} />],
    [t.approval, approval_rate === null ? '—' : percentText(approval_rate, language)],
    [t.transactions, numberText(transactions, language)],
  ] as const;
  return (
    <dl className={styles.figures}>
      {figures.map(([name, value]) => (
        <div key={name} className={styles.figure}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
