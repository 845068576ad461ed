import { Moment } from '@qafila/schema/time-fields';
import { Choice, Text, Url } from '@qafila/schema/text-fields';
import { TRANSACTION_STATUSES } from './intent-status.ts';
import type { TransactionStatus } from './intent-status.ts';

const BANK_TEXT = { charactersMin: 0, charactersMax: 1_000, optional: true } as const;
const CODE = { ...BANK_TEXT, description: "The gateway's code of the result; empty until it answers.", example: '000' };
const MESSAGE = { ...BANK_TEXT, description: "The gateway's text of the result.", example: 'Completed' };

/** Where the customer continues. */
export class HtmlResponseAnswer {
  @Url({
    description: 'While the customer must act: the page to which you redirect them.',
    example: 'https://gateway.example/3ds/01KAB3X4Y5Z6',
    optional: true,
  })
  redirect_url?: string;
}

/** What the bank or the gateway said to the last attempt. */
export class BankResponseAnswer {
  @Text(CODE)
  code?: string;

  @Text(MESSAGE)
  message?: string;

  @Text({ ...BANK_TEXT, description: "The gateway's own id of the payment.", example: 'ga_1', nullable: true })
  reference?: string | null;
}

/** The last attempt to pay. */
export class LastPaymentResponseAnswer {
  @Text({ description: 'Reserved: Qafila never fills it.', example: null, nullable: true })
  token!: string | null;

  @Text({
    description: 'The id of the transaction.',
    example: 'txn_019ab3c4d5e6f708192a3b4c5d6',
    optional: true,
  })
  transaction_id?: string;

  @Choice(TRANSACTION_STATUSES, { description: 'What became of it.', example: 'CAPTURED', optional: true })
  status?: TransactionStatus;

  @Text({ description: 'The gateway.', example: 'cardgateway-a', optional: true })
  gateway?: string;

  @Text(CODE)
  status_code_from_bank?: string;

  @Text(MESSAGE)
  status_message_from_bank?: string;

  @Moment({ description: 'When it last changed.', optional: true })
  at?: string;
}
