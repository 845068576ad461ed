import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Amount } from '../design/amount.tsx';
import { Copyable } from '../design/copyable.tsx';
import { Details } from '../design/details.tsx';
import { Panel } from '../design/panel.tsx';
import { Time } from '../design/time.tsx';
import { useTexts } from '../language/language.tsx';
import type { PaymentInFull } from './payment-actions.tsx';
import { PaymentMethod } from './payment-parts.tsx';
import styles from './payment-page.module.css';
import { PAYMENT } from './payment.texts.ts';

type OfPayment = Pick<PaymentInFull, 'payment'>;

/** What the intent has taken and given back. */
export function Totals({ payment: { currency }, intent }: Pick<PaymentInFull, 'payment' | 'intent'>): ReactNode {
  const t = useTexts(PAYMENT);
  const { amount_captured: captured, amount_refunded: refunded, amount_capturable: capturable } = intent;
  const rows = [
    [t.captured, captured],
    [t.refunded, refunded],
    ...(capturable > 0 ? [[t.capturable, capturable] as const] : [[t.net, captured - refunded] as const]),
  ] as const;
  return (
    <dl className={styles.totals}>
      {rows.map(([name, value]) => (
        <div key={name} className={styles.total}>
          <dt>{name}</dt>
          <dd>
            <Amount value={value} currency={currency} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

export function DetailsPanel({ payment }: OfPayment): ReactNode {
  const t = useTexts(PAYMENT);
  const { gateway_reference, status_code_from_bank: code, status_message_from_bank: message, authentication } = payment;
  const liability = authentication?.liability_shift;
  return (
    <Panel title={t.details}>
      <Details
        rows={[
          [t.id, <Copyable key="id" text={payment._id} label={t.id} />],
          [t.intent, <Copyable key="intent" text={payment.payment_intent_id} label={t.intent} />],
          [t.created, <Time key="created" at={payment.created_at} />],
          [t.updated, <Time key="updated" at={payment.updated_at} />],
          [t.method, <PaymentMethod key="method" {...payment} />],
          [t.gateway, <bdi key="gateway">{payment.gateway}</bdi>],
          [t.gatewayReference, gateway_reference && <Copyable text={gateway_reference} label={t.gatewayReference} />],
          [t.bank, (code || message) && <bdi>{[code, message].filter(Boolean).join(' · ')}</bdi>],
          [
            t.secure,
            payment.secure && <bdi>{[payment.secure, authentication?.result].filter(Boolean).join(' · ')}</bdi>,
          ],
          [t.liability, typeof liability === 'boolean' && (liability ? t.shifted : t.notShifted)],
        ]}
      />
    </Panel>
  );
}

export function CustomerPanel({ payment: { customer, order_reference } }: OfPayment): ReactNode {
  const t = useTexts(PAYMENT);
  return (
    <Panel title={t.customer}>
      <Details
        rows={[
          [t.name, customer.name && <bdi>{customer.name}</bdi>],
          [t.email, customer.email && <bdi dir="ltr">{customer.email}</bdi>],
          [t.phone, customer.phone && <bdi dir="ltr">{customer.phone}</bdi>],
          [t.order, <bdi key="order">{order_reference}</bdi>],
        ]}
      />
      <Link to="/payments" search={{ order_reference }} className={styles.more}>
        {t.morePayments}
      </Link>
    </Panel>
  );
}
