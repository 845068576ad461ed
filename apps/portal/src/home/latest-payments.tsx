import { Skeleton } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useAnswer } from '../api/queries.ts';
import { Amount } from '../design/amount.tsx';
import { Failure } from '../design/failure.tsx';
import { Panel } from '../design/panel.tsx';
import { useTexts } from '../language/language.tsx';
import { customerName, PaymentStatus } from '../payments/payment-parts.tsx';
import { HOME } from './home.texts.ts';
import styles from './home.module.css';

const SHOWN = 6;

export function LatestPayments(): ReactNode {
  const t = useTexts(HOME);
  const { data, error, refetch } = useAnswer('listTransactions', { query: { limit: SHOWN } });
  return (
    <Panel
      title={t.latest}
      flush={data !== undefined && data.items.length > 0}
      actions={
        <Link to="/payments" className={styles.link}>
          {t.allPayments}
        </Link>
      }
    >
      {error && <Failure error={error} retry={() => void refetch()} />}
      {!data && !error && <Skeleton height={240} radius="md" />}
      {data?.items.length === 0 && <p className={styles.nothing}>{t.noPayments}</p>}
      <ul className={styles.list}>
        {data?.items.map((payment) => (
          <li key={payment._id} className={styles.item}>
            <Link to="/payments/$id" params={{ id: payment._id }} className={styles.link}>
              <Amount value={payment.amount} currency={payment.currency} />
            </Link>
            <span className={styles.customer}>
              <bdi>{customerName(payment)}</bdi>
            </span>
            <PaymentStatus status={payment.status} />
          </li>
        ))}
      </ul>
    </Panel>
  );
}
