import { html } from '@qafila/runtime/html';
import type { Html } from '@qafila/runtime/html';
import type { DisputeMove } from '../disputes/manage-disputes.ts';
import type { DisputeRow } from '../entities/dispute.entity.ts';
import type { PaymentRow } from '../entities/payment.entity.ts';

const DAY_MS = 86_400_000;
const MOVES: readonly (readonly [move: DisputeMove, label: string])[] = [
  ['evidence_due', 'Evidence due in a day'],
  ['review', 'Under review'],
  ['win', 'Won'],
  ['lose', 'Lost'],
];

/** The disputes of a payment, with what the bank can do next; or a button that opens one. */
export function disputeCell(payment: PaymentRow, disputes: readonly DisputeRow[]): Html | false {
  const own = disputes.filter(({ payment_id: id }) => id === payment.id);
  if (own.length > 0) return html`${own.map(moves)}`;
  const isTaken = payment.provider === 'cardgateway-a' && BigInt(payment.captured_minor) > 0n;
  if (!isTaken || payment.captured_minor === payment.refunded_minor) return false;
  return html`<form method="post" action="/control/form/payments/${payment.id}/dispute">
    <button class="quiet">Dispute</button>
  </form>`;
}

function moves({ id, status }: DisputeRow): Html {
  if (status === 'won' || status === 'lost') return html`<span>${status}</span>`;
  return html`<span>${status}</span>
    ${MOVES.map(
      ([move, label]) =>
        html`<form method="post" action="/control/form/disputes/${id}/${move}">
          ${move === 'evidence_due' && html`<input type="hidden" name="due_in_ms" value="${DAY_MS}" />`}
          <button class="quiet">${label}</button>
        </form>`,
    )}`;
}
