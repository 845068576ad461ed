import type { ReactNode } from 'react';
import { pageOf } from '../api/queries.ts';
import { ExportButton } from '../design/export-button.tsx';
import { plainAmount } from '../language/format.ts';
import { queryOf } from './filters.ts';
import type { PaymentFilters } from './filters.ts';
import type { Transaction } from './statuses.ts';

/** Named as the API names them, so that a file is read by the same programs in both languages. */
const COLUMNS: readonly (readonly [string, (payment: Transaction) => string])[] = [
  ['id', ({ _id }) => _id],
  ['payment_intent_id', ({ payment_intent_id }) => payment_intent_id],
  ['order_reference', ({ order_reference }) => order_reference],
  ['created_at', ({ created_at }) => created_at],
  ['status', ({ status }) => status],
  ['currency', ({ currency }) => currency],
  ['amount', ({ amount, currency }) => plainAmount(amount, currency)],
  ['captured_amount', ({ captured_amount, currency }) => plainAmount(captured_amount, currency)],
  ['refunded_amount', ({ refunded_amount, currency }) => plainAmount(refunded_amount, currency)],
  ['method', ({ payment_method_types }) => payment_method_types],
  ['gateway', ({ gateway }) => gateway],
  ['gateway_reference', ({ gateway_reference }) => gateway_reference ?? ''],
  ['bank_code', ({ status_code_from_bank }) => status_code_from_bank],
  ['bank_message', ({ status_message_from_bank }) => status_message_from_bank],
  ['customer_name', ({ customer }) => customer.name ?? ''],
  ['customer_email', ({ customer }) => customer.email ?? ''],
  ['customer_phone', ({ customer }) => customer.phone ?? ''],
];

/** All payments that the filters let through, not only those on the screen. */
export function ExportPayments({ filters }: { filters: PaymentFilters }): ReactNode {
  return (
    <ExportButton
      fileName={`payments-${new Date().toISOString().slice(0, 10)}`}
      columns={COLUMNS}
      pageOf={(part) => pageOf('listTransactions', { query: queryOf(filters) }, part)}
    />
  );
}
