import { Amount, Currency } from '@qafila/schema/number-fields';
import { ListQuery } from '@qafila/schema/page-fields';
import { Choice, Text } from '@qafila/schema/text-fields';
import type { Place } from '@qafila/schema/violations';
import { ACCOUNTS_OF_PAYMENTS, LEDGER_ACCOUNTS } from '../ledger/postings.ts';
import type { LedgerAccount } from '../ledger/postings.ts';
import { LIMITS } from '../limits.ts';
import { EVIDENCE, INTENT_ID, NOTE, PERSON } from './decision.schema.ts';

/** Body of an adjustment. */
export class CreateAdjustmentBody {
  @Text({
    description: 'The payment intent whose books are wrong. Left out with `gateway` and `currency`.',
    example: INTENT_ID,
    optional: true,
  })
  payment_intent_id?: string;

  @Text({
    description:
      'The gateway whose books are wrong, where the mistake belongs to no payment: a payout, a fee of the account, ' +
      'an adjusted exception. Needs `currency`.',
    example: 'cardgateway-a',
    charactersMax: 100,
    optional: true,
  })
  gateway?: string;

  @Currency({ description: 'The currency of these books (ISO 4217). Only with `gateway`.', optional: true })
  currency?: string;

  @Text({
    description: 'Its transaction. Left out: the one that took the money, else the last one.',
    example: 'txn_019ab3c4d5e6f708192a3b4c5d6',
    optional: true,
  })
  transaction_id?: string;

  @Choice(LEDGER_ACCOUNTS, { description: 'The account to debit.', example: 'gateway_receivable' })
  debit_account!: LedgerAccount;

  @Choice(LEDGER_ACCOUNTS, { description: 'The account to credit; another one.', example: 'suspense' })
  credit_account!: LedgerAccount;

  @Amount({
    description: 'The amount in major units of the currency of the books.',
    example: '100.00',
    minorMax: LIMITS.amountMinorMax,
  })
  amount!: string;

  @Text({
    description: 'Why the books are wrong.',
    example: 'A reversal was booked that the gateway never paid out',
    charactersMax: LIMITS.descriptionCharactersMax,
  })
  reason!: string;

  @Text(EVIDENCE)
  evidence!: string;

  @Text(PERSON)
  person!: string;

  @Text({ ...NOTE, optional: true })
  note?: string;

  static judge(body: CreateAdjustmentBody, at: Place): void {
    const { payment_intent_id: intentId, transaction_id: transactionId, gateway, currency } = body;
    const isOfGateway = gateway !== undefined || currency !== undefined;
    if (intentId === undefined && !isOfGateway)
      at.below('payment_intent_id').fail('is required, or gateway and currency where the mistake is of no payment');
    if (!isOfGateway) return;
    if (intentId !== undefined) at.below('payment_intent_id').fail('must be left out with gateway and currency');
    if (transactionId !== undefined) at.below('transaction_id').fail('must be left out with gateway and currency');
    for (const name of ['gateway', 'currency'] as const)
      if (body[name] === undefined && !at.below(name).hasFailed) at.below(name).fail('is required without a payment');
    for (const name of ['debit_account', 'credit_account'] as const)
      if (ACCOUNTS_OF_PAYMENTS.has(body[name]))
        at.below(name).fail(`must be another account: ${body[name]} belongs to payments. Name the payment_intent_id`);
  }
}

/** Query of the list of adjustments. */
export class ListAdjustmentsQuery extends ListQuery {
  @Text({ description: 'Only of this payment intent.', example: INTENT_ID, optional: true })
  payment_intent_id?: string;
}
