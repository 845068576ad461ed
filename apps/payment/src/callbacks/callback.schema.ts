import { Whole } from '@qafila/schema/number-fields';
import { FreeMap } from '@qafila/schema/object-fields';
import { ListQuery } from '@qafila/schema/page-fields';
import { Choice, Text } from '@qafila/schema/text-fields';
import { Moment } from '@qafila/schema/time-fields';
import type { Callback } from '../providers/callback.ts';

const KINDS: readonly Callback['kind'][] = ['operation', 'token', 'dispute', 'payout', 'other'];
const KIND =
  '`operation`: about a payment that this store did not request here, for instance a refund in the dashboard of the ' +
  'gateway. `token`, `dispute`, `payout`: what it says. `other`: everything else.';

export class ListCallbacksQuery extends ListQuery {
  @Choice(KINDS, { description: KIND, example: 'dispute', optional: true })
  kind?: Callback['kind'];
}

/** A call of a gateway that no operation of the store matched. */
export class KeptCallbackAnswer {
  @Text({ description: "The gateway's id of the event.", example: 'evt_1Abc' })
  event_id!: string;

  @Text({ description: 'The gateway.', example: 'stripe' })
  gateway_type!: string;

  @Choice(KINDS, { description: KIND, example: 'dispute' })
  kind!: Callback['kind'];

  @Text({ description: "The gateway's name of the event.", example: 'charge.dispute.created', charactersMin: 0 })
  type!: string;

  @FreeMap({
    description: 'What Qafila read of it. Amounts are minor units, as texts.',
    example: { reference: 'dp_1Abc', status: 'opened', amount: '10000', currency: 'SAR' },
    bytesMax: 64 * 1_024,
  })
  content!: Record<string, unknown>;

  @Moment({ description: 'When it first came in.' })
  received_at!: string;

  @Whole({ description: 'How often it came in.', example: 1, min: 1, max: 2_147_483_647 })
  times!: number;
}
