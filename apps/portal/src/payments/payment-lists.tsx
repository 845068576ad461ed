import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Amount } from '../design/amount.tsx';
import { Panel } from '../design/panel.tsx';
import { StatusBadge } from '../design/status-badge.tsx';
import { Time } from '../design/time.tsx';
import { numberText } from '../language/format.ts';
import { useLanguage, useTexts } from '../language/language.tsx';
import type { PaymentInFull } from './payment-actions.tsx';
import { PaymentStatus } from './payment-parts.tsx';
import styles from './payment-page.module.css';
import { PAYMENT } from './payment.texts.ts';
import { PAYMENTS } from './payments.texts.ts';

type OfPayment = Pick<PaymentInFull, 'payment'>;
const REFUND_TONES = { pending: 'warning', succeeded: 'success', failed: 'danger' } as const;

export function Refunds({ refunds }: Pick<PaymentInFull, 'refunds'>): ReactNode {
  const t = useTexts(PAYMENT);
  if (refunds.length === 0) return null;
  return (
    <Panel title={t.refunds} flush>
      <ul className={styles.list}>
        {refunds.map(({ _id, refunded_amount, currency, status, created_at, reason, status_message_from_bank }) => (
          <li key={_id} className={styles.item}>
            <Amount value={refunded_amount} currency={currency} />
            <StatusBadge tone={REFUND_TONES[status]}>{t.refundStatuses[status]}</StatusBadge>
            <span className={styles.dimmed}>
              <Time at={created_at} />
            </span>
            {(reason || status === 'failed') && (
              <span className={styles.note} dir="auto">
                {status === 'failed' ? status_message_from_bank : reason}
              </span>
            )}
          </li>
        ))}
      </ul>
    </Panel>
  );
}

/** All tries of the intent; one alone is the page itself. */
export function Attempts({ payment }: OfPayment): ReactNode {
  const t = useTexts(PAYMENT);
  const { methods } = useTexts(PAYMENTS);
  if (payment.attempts.length < 2) return null;
  return (
    <Panel title={t.attempts} text={t.attemptsText} flush>
      <ul className={styles.list}>
        {payment.attempts.map(({ _id, status, gateway, payment_method_types: method, created_at }) => (
          <li key={_id} className={styles.item}>
            <PaymentStatus status={status} />
            <span>
              {methods[method]} · <bdi>{gateway}</bdi>
            </span>
            <span className={styles.dimmed}>
              <Time at={created_at} />
            </span>
            {_id === payment._id ? (
              <span className={styles.dimmed}>{t.thisOne}</span>
            ) : (
              <Link to="/payments/$id" params={{ id: _id }} className={styles.more}>
                <bdi className="qf-code">…{_id.slice(-6)}</bdi>
              </Link>
            )}
          </li>
        ))}
      </ul>
    </Panel>
  );
}

export function Books({ payment: { ledger, currency } }: OfPayment): ReactNode {
  const t = useTexts(PAYMENT);
  return (
    <Panel title={t.books} text={t.booksText} flush={ledger.length > 0}>
      {ledger.length === 0 ? (
        <p className={styles.nothing}>{t.noBooks}</p>
      ) : (
        <table className={styles.book}>
          <thead>
            <tr>
              <th scope="col">{t.posting}</th>
              <th scope="col">{t.account}</th>
              <th scope="col" className={styles.end}>
                {currency}
              </th>
            </tr>
          </thead>
          <tbody>
            {ledger.map(({ posting, account, amount }, index) => (
              <tr key={`${posting} ${index}`}>
                <td>
                  <bdi>{posting.split('/')[0]}</bdi>
                </td>
                <td>{t.accounts[account]}</td>
                <td className={styles.end}>
                  <Amount value={amount} currency={currency} signed />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Panel>
  );
}

export function Routing({ payment: { routing } }: OfPayment): ReactNode {
  const t = useTexts(PAYMENT);
  const { language } = useLanguage();
  if (routing.length === 0) return null;
  return (
    <Panel title={t.routing} flush>
      <ul className={styles.list}>
        {routing.map(({ attempt_id, gateway_type, reason, latency_ms }, index) => (
          <li key={`${attempt_id} ${index}`} className={styles.item}>
            <bdi>{gateway_type}</bdi>
            {latency_ms !== null && (
              <span className={styles.dimmed}>{t.latency(numberText(latency_ms, language))}</span>
            )}
            <span className={styles.note} dir="auto">
              {reason}
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
