import { Currency, MajorAmount, Whole } from '@qafila/schema/number-fields';
import { ListQuery } from '@qafila/schema/page-fields';
import { Choice, Text } from '@qafila/schema/text-fields';
import { Moment } from '@qafila/schema/time-fields';
import { List } from '@qafila/schema/object-fields';
import { textRule } from '@qafila/schema/text-fields';
import { LIMITS } from '../limits.ts';
import { EXCEPTION_KINDS, PAYOUT_STATUSES } from './settlement.entity.ts';
import type { ExceptionKind, PayoutStatus } from './settlement.entity.ts';
import { SETTLED_KINDS } from './settlement-line.ts';
import type { SettledKind } from './settlement-line.ts';

const ID = { import: 'si_019ab3c4d5e6f708192a3b4c5d6', exception: 'sx_019ab3c4d5e6f708192a3b4c5d6' };
export const PAYOUT_ID = 'pyt_019ab3c4d5e6f708192a3b4c5d6';
const GATEWAY = { description: 'The type of the gateway.', example: 'cardgateway-a', charactersMax: 100 };
const POSTING = 'capture/txn_019ab3c4d5e6f708192a3b4c5d6';
const INTENT = { description: 'The payment intent.', example: 'pi_019ab3c4d5e6f708192a3b4c5d6', nullable: true };
const TRANSACTION = { description: 'The transaction.', example: 'txn_019ab3c4d5e6f708192a3b4c5d6', nullable: true };
const PAYOUT = { description: 'The id of the payout at the gateway.', example: 'PO-2026-11-22', nullable: true };
const COUNT = { min: 0, max: 1_000_000_000 };

/** Body of the import. */
export class ImportSettlementBody {
  @Text(GATEWAY)
  gateway!: string;

  @Text({
    description:
      `The file as text, with the names of the columns in its first row; at most ${LIMITS.settlementImportRowsMax} ` +
      'rows. The mapping of the gateway says what its columns are.',
    example:
      'line_id,type,merchant_reference,payment_id,gross,fee,net,currency,payout_id,created_at\n' +
      'ln_1,capture,op_019ab3c4d5e6f708192a3b4c5d6,pay_1,150050,3751,146299,SAR,PO-1,2026-11-22T09:30:00Z\n',
    charactersMax: LIMITS.settlementFileCharactersMax,
  })
  csv!: string;
}

/** One import, with what became of its lines. */
export class SettlementImportAnswer {
  @Text({ description: 'The id of the import.', example: ID.import })
  _id!: string;

  @Text(GATEWAY)
  gateway!: string;

  @Choice(['running', 'done'], {
    description: '`running` for ever when its process died: import the same file again, which completes it.',
    example: 'done',
  })
  status!: 'running' | 'done';

  @Whole({ description: 'The lines of the report.', example: 3, ...COUNT })
  lines!: number;

  @Whole({ description: 'The lines that are new.', example: 3, ...COUNT })
  added!: number;

  @Whole({ description: 'The lines that were reported before.', example: 0, ...COUNT })
  repeated!: number;

  @Whole({ description: 'The new lines that settle a posting, or are booked themselves.', example: 3, ...COUNT })
  matched!: number;

  @Whole({ description: 'The exceptions that this import opened.', example: 0, ...COUNT })
  exceptions!: number;

  @Text({ description: "The key that imported it; `schedule` when the gateway's API was read.", example: 'key_1' })
  imported_by!: string;

  @Moment({ description: 'When it began.' })
  created_at!: string;

  @Moment({ description: 'When it was done; null while it runs.', nullable: true })
  finished_at!: string | null;
}

/** One line of a gateway's report. */
export class SettlementLineAnswer {
  @Text({ description: 'The identity of the line at the gateway.', example: 'ln_1', charactersMax: 500 })
  line_id!: string;

  @Text({ description: 'The import that brought it.', example: ID.import })
  import_id!: string;

  @Text(GATEWAY)
  gateway!: string;

  @Choice(SETTLED_KINDS, { description: 'What the gateway reports.', example: 'capture' })
  kind!: SettledKind;

  @List(textRule({ charactersMax: LIMITS.textCharactersMax }), {
    description: 'What the line calls the payment.',
    example: ['op_019ab3c4d5e6f708192a3b4c5d6'],
    itemsMax: LIMITS.settlementReferencesMax,
  })
  references!: string[];

  @Currency({ description: 'The ISO 4217 code of the currency.' })
  currency!: string;

  @MajorAmount({
    description: 'How it moves the balance at the gateway, before fees, in major units.',
    example: 1500.5,
  })
  gross!: number;

  @MajorAmount({ description: 'What the gateway keeps.', example: 37.51 })
  fee!: number;

  @MajorAmount({ description: '`gross` less `fee`.', example: 1462.99 })
  net!: number;

  @Text(PAYOUT)
  payout_id!: string | null;

  @Choice(['matched', 'exception'], { description: 'Whether it settles a posting or is booked.', example: 'matched' })
  status!: 'matched' | 'exception';

  @Text({
    description: 'The posting that it settles, or posted.',
    example: POSTING,
    charactersMax: 800,
    nullable: true,
  })
  posting!: string | null;

  @Text(INTENT)
  payment_intent_id!: string | null;

  @Text(TRANSACTION)
  transaction_id!: string | null;

  @Moment({ description: 'When it happened at the gateway.' })
  at!: string;
}

/** Query of the list of lines. */
export class ListSettlementLinesQuery extends ListQuery {
  @Text({ description: 'Only lines of this import.', example: ID.import, optional: true })
  import_id?: string;

  @Text({ ...PAYOUT, nullable: false, description: 'Only lines of this payout at the gateway.', optional: true })
  payout_id?: string;

  @Choice(['matched', 'exception'], { description: 'Only lines with this status.', optional: true })
  status?: 'matched' | 'exception';

  @Text({ ...GATEWAY, description: 'Only lines of this gateway.', optional: true })
  gateway?: string;
}

/** Something that the books and the gateway do not agree on. */
export class SettlementExceptionAnswer {
  @Text({ description: 'The id of the exception.', example: ID.exception })
  _id!: string;

  @Choice(EXCEPTION_KINDS, { description: 'What is wrong.', example: 'amount_differs' })
  kind!: ExceptionKind;

  @Choice(['open', 'resolved'], { description: 'Whether a person must look.', example: 'open' })
  status!: 'open' | 'resolved';

  @Text({
    description: 'What is wrong, for the person who resolves it.',
    example: 'capture/txn_1 is 1500.50 SAR in the books; the gateway settled 1400.50 SAR',
    charactersMax: 20_000,
  })
  why!: string;

  @Text(GATEWAY)
  gateway!: string;

  @Currency({ description: 'The ISO 4217 code of the currency.' })
  currency!: string;

  @MajorAmount({ description: 'What the books say, in major units; null when they say nothing.', nullable: true })
  expected!: number | null;

  @MajorAmount({ description: 'What the gateway says.', nullable: true })
  actual!: number | null;

  @MajorAmount({ description: 'How `adjust` changes what the gateway owes, before fees.', example: -100 })
  adjust_gross!: number;

  @MajorAmount({ description: 'How `adjust` changes the fees.', example: 0 })
  adjust_fee!: number;

  @Text({ description: 'The line.', example: 'ln_1', charactersMax: 500, nullable: true })
  line_id!: string | null;

  @Text({ description: 'The posting.', example: POSTING, charactersMax: 800, nullable: true })
  posting!: string | null;

  @Text(PAYOUT)
  payout_id!: string | null;

  @Text(INTENT)
  payment_intent_id!: string | null;

  @Text(TRANSACTION)
  transaction_id!: string | null;

  @Choice(['accepted', 'adjusted', 'explained'], {
    description: '`explained`: a later line explains it. Null while it is open.',
    nullable: true,
  })
  resolution!: 'accepted' | 'adjusted' | 'explained' | null;

  @Text({
    description: 'What the person found out.',
    example: '',
    charactersMin: 0,
    charactersMax: LIMITS.settlementNoteCharactersMax,
  })
  note!: string;

  @Text({
    description: 'The key that proposed to adjust it; another key must do it.',
    example: 'key_1',
    nullable: true,
  })
  proposed_by!: string | null;

  @Text({ description: 'The key that resolved it.', example: 'key_1', nullable: true })
  resolved_by!: string | null;

  @Moment({ description: 'When it was resolved.', nullable: true })
  resolved_at!: string | null;

  @Moment({ description: 'When it was found first.' })
  created_at!: string;
}

/** Query of the exceptions. */
export class ListSettlementExceptionsQuery extends ListQuery {
  @Choice(['open', 'resolved'], { description: 'Only exceptions with this status.', optional: true })
  status?: 'open' | 'resolved';

  @Choice(EXCEPTION_KINDS, { description: 'Only exceptions of this kind.', optional: true })
  kind?: ExceptionKind;

  @Text({ ...GATEWAY, description: 'Only exceptions of this gateway.', optional: true })
  gateway?: string;
}

/** Body of the resolution of an exception. */
export class ResolveExceptionBody {
  @Choice(['accept', 'adjust'], {
    description:
      '`accept`: the books stay as they are. `adjust`: `adjust_gross` and `adjust_fee` are posted, so that the books ' +
      'say what the gateway settled.',
    example: 'adjust',
  })
  resolution!: 'accept' | 'adjust';

  @Text({
    description: 'What was found out, and where.',
    example: 'The gateway took 100.00 less, case 4711 with its support',
    charactersMax: LIMITS.settlementNoteCharactersMax,
  })
  note!: string;
}

/** One payment of a gateway to the store's bank. */
export class PayoutAnswer {
  @Text({ description: 'The id of the payout.', example: PAYOUT_ID })
  _id!: string;

  @Text({ ...PAYOUT, nullable: false, charactersMax: 500 })
  payout_id!: string;

  @Text(GATEWAY)
  gateway!: string;

  @Choice(PAYOUT_STATUSES, {
    description:
      '`open`: only its lines are known. `paid`: the gateway reports it, and its lines do not sum to it. ' +
      '`reconciled`: they do. `returned`: the bank sent it back.',
    example: 'reconciled',
  })
  status!: PayoutStatus;

  @Currency({ description: 'The ISO 4217 code of the currency.' })
  currency!: string;

  @MajorAmount({
    description: 'What was paid, less what came back; negative when the gateway collected.',
    example: 1462.99,
  })
  amount!: number;

  @MajorAmount({ description: 'What came back.', example: 0 })
  returned!: number;

  @Whole({ description: 'The lines that it pays.', example: 2, ...COUNT })
  lines!: number;

  @MajorAmount({ description: 'Their net sum.', example: 1462.99 })
  lines_amount!: number;

  @Moment({ description: 'The latest time that the gateway reports for it.' })
  at!: string;

  @Moment({ description: 'When it was reported first.' })
  created_at!: string;
}

/** Query of the payouts. */
export class ListPayoutsQuery extends ListQuery {
  @Choice(PAYOUT_STATUSES, { description: 'Only payouts with this status.', optional: true })
  status?: PayoutStatus;

  @Text({ ...GATEWAY, description: 'Only payouts of this gateway.', optional: true })
  gateway?: string;
}
