import type { ReactNode } from 'react';
import { StatusBadge } from '../design/status-badge.tsx';
import { useTexts } from '../language/language.tsx';
import { PAYMENTS } from './payments.texts.ts';
import { STATUS_TONES } from './statuses.ts';
import type { Transaction, TransactionStatus } from './statuses.ts';

export function PaymentStatus({ status }: { status: TransactionStatus }): ReactNode {
  const { statuses } = useTexts(PAYMENTS);
  return <StatusBadge tone={STATUS_TONES[status]}>{statuses[status]}</StatusBadge>;
}

type Instrument = Pick<Transaction, 'instrument' | 'payment_method_types'>;

/** `Visa •••• 1111`, or the kind of method when the gateway said no more. */
export function useMethodText({ instrument, payment_method_types }: Instrument): string {
  const { methods } = useTexts(PAYMENTS);
  const { brand, last4 } = instrument;
  if (typeof last4 !== 'string') return methods[payment_method_types];
  const name = typeof brand === 'string' ? brand.charAt(0).toUpperCase() + brand.slice(1) : methods.card;
  return `\u2066${name} •••• ${last4}\u2069`;
}

export function PaymentMethod(payment: Instrument): ReactNode {
  return <bdi>{useMethodText(payment)}</bdi>;
}

export function customerName({ customer, order_reference }: Pick<Transaction, 'customer' | 'order_reference'>): string {
  return customer.name ?? customer.email ?? customer.phone ?? order_reference;
}
