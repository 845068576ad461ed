import { Currency, MajorAmount } from '@qafila/schema/number-fields';
import { List, nestedRule } from '@qafila/schema/object-fields';
import { ListQuery } from '@qafila/schema/page-fields';
import { Choice, Flag, Text } from '@qafila/schema/text-fields';
import { Moment } from '@qafila/schema/time-fields';
import { DISPUTES, LIMITS } from '../limits.ts';
import { DISPUTE_STATUSES } from './dispute.state.ts';
import type { DisputeStatus } from './dispute.state.ts';

const ID = { charactersMax: LIMITS.textCharactersMax };
const GATEWAY = { description: 'The type of the gateway.', example: 'stripe', charactersMax: 100 };
const KEY = 'key_01KAB3X4Y5Z6';

/** Query of list. */
export class ListDisputesQuery extends ListQuery {
  @Choice(DISPUTE_STATUSES, { description: 'Only disputes with this status.', optional: true })
  status?: DisputeStatus;

  @Text({ ...ID, description: 'Only disputes of this payment intent.', example: 'pi_01KAB3X4Y5Z6', optional: true })
  payment_intent_id?: string;

  @Text({ ...GATEWAY, description: 'Only disputes at this gateway.', optional: true })
  gateway?: string;

  @Moment({ description: 'Only disputes whose evidence is due before this time.', optional: true })
  due_before?: string;
}

/** Body of the evidence. */
export class SubmitEvidenceBody {
  @Text({
    description: 'What the bank should know: what was delivered, when and to whom. It is sent once and for all.',
    example: 'Delivered on 2026-11-20 to the cardholder, who signed for it. Tracking number 4711.',
    charactersMax: DISPUTES.evidenceCharactersMax,
  })
  text!: string;
}

/** One status of a dispute. */
export class DisputeStepAnswer {
  @Moment({ description: 'Since when, by the clock of the gateway.' })
  at!: string;

  @Choice(DISPUTE_STATUSES, { description: 'The status since then.', example: 'needs_response' })
  status!: DisputeStatus;

  @Text({
    ...ID,
    description: 'Who brought it: `gateway`, `inquiry`, `settlement`, or the id of the API key that answered.',
    example: 'gateway',
  })
  by!: string;
}

/** A dispute on the wire. */
export class DisputeAnswer {
  @Text({ description: 'The id of the dispute.', example: 'dsp_019ab3c4d5e6f708192a3b4c5d6' })
  _id!: string;

  @Choice(['dispute'], { description: 'What this object is.' })
  object_name!: 'dispute';

  @Text({
    description: 'Its id at the gateway; null while only a line of the settlement of the gateway is known.',
    example: 'dp_1Abc',
    charactersMax: DISPUTES.referenceCharactersMax,
    nullable: true,
  })
  reference!: string | null;

  @Text({ description: 'The disputed payment intent.', example: 'pi_01KAB3X4Y5Z6' })
  payment_intent_id!: string;

  @Text({ description: 'The transaction that took the money.', example: 'txn_01KAB3X4Y5Z6' })
  transaction_id!: string;

  @Text(GATEWAY)
  gateway!: string;

  @Choice(DISPUTE_STATUSES, {
    description:
      '`needs_response`: answer it until `evidence_due_at`. `under_review`: the bank decides. `won`, `lost`: it has ' +
      'decided. `accepted`: you gave the money up. `closed`: withdrawn, or a question that is answered. A decision ' +
      'may be changed by a later one.',
    example: 'needs_response',
  })
  status!: DisputeStatus;

  @Flag({ description: 'A question of the bank before a dispute: the gateway withholds nothing.', example: false })
  is_inquiry!: boolean;

  @MajorAmount({ description: 'The disputed amount, which may be a part of the payment.', example: 1500.5 })
  amount!: number;

  @Currency({ description: 'The ISO 4217 code of the currency.' })
  currency!: string;

  @MajorAmount({ description: 'What the gateway withholds now.', example: 1500.5 })
  amount_withheld!: number;

  @MajorAmount({ description: 'What is lost.', example: 0 })
  amount_lost!: number;

  @MajorAmount({
    description: 'What the gateway charges for the dispute; null until it says so with the dispute.',
    example: 15,
    nullable: true,
  })
  fee!: number | null;

  @Text({
    description: 'Why, in the words of the gateway.',
    example: 'fraudulent',
    charactersMin: 0,
    charactersMax: DISPUTES.reasonCharactersMax,
  })
  reason!: string;

  @Moment({ description: 'Until when the gateway takes evidence; null where it does not say.', nullable: true })
  evidence_due_at!: string | null;

  @Choice(['accept', 'evidence'], {
    description: 'The answer that is under way to the gateway; null when none is.',
    example: 'accept',
    nullable: true,
  })
  answering!: 'accept' | 'evidence' | null;

  @Text({ ...ID, description: 'The API key that answered last; null before.', example: KEY, nullable: true })
  answered_by!: string | null;

  @List(nestedRule(() => DisputeStepAnswer), {
    description: 'Each status, the first one first.',
    itemsMax: DISPUTES.stepsMax,
  })
  history!: DisputeStepAnswer[];

  @Text({ description: 'The store of the payment.', example: 'st_01KAB3X4Y5Z6' })
  store_id!: string;

  @Choice(['stage', 'live'], { description: 'The mode of the payment.' })
  mode!: 'stage' | 'live';

  @Moment({ description: 'When it was first reported.' })
  created_at!: string;

  @Moment({ description: 'When it changed last.' })
  updated_at!: string;
}
