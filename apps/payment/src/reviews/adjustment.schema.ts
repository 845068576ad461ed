import { Amount } from '@qafila/schema/number-fields';
import { ListQuery } from '@qafila/schema/page-fields';
import { Choice, Text } from '@qafila/schema/text-fields';
import { LEDGER_ACCOUNTS } from '../ledger/postings.ts';
import type { LedgerAccount } from '../ledger/postings.ts';
import { LIMITS } from '../limits.ts';
import { EVIDENCE, INTENT_ID, NOTE, PERSON } from './decision.schema.ts';

/** Body of an adjustment. */
export class CreateAdjustmentBody {
  @Text({ description: 'The payment intent whose books are wrong.', example: INTENT_ID })
  payment_intent_id!: string;

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
    description: 'The amount in major units of the currency of the intent.',
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
}

/** Query of the list of adjustments. */
export class ListAdjustmentsQuery extends ListQuery {
  @Text({ description: 'Only of this payment intent.', example: INTENT_ID, optional: true })
  payment_intent_id?: string;
}
