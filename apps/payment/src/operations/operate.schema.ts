import { Amount } from '@qafila/schema/number-fields';
import { Flag, Text } from '@qafila/schema/text-fields';
import type { Place } from '@qafila/schema/violations';
import { LIMITS } from '../limits.ts';

const AMOUNT = {
  description: 'How much to capture, in major units of the currency of the payment. Left out: all that is left.',
  example: '1500.50',
  minorMax: LIMITS.amountMinorMax,
  optional: true,
};

const FINAL = {
  description:
    'Whether this is the last capture, which is the default: the rest is released. `false` leaves it authorised for ' +
    'further captures, at gateways that can. What uses up the authorised amount is the last in any case.',
  example: true,
  optional: true,
};

/** Body of capture, with the intent in the path. */
export class CaptureBody {
  @Amount(AMOUNT)
  amount?: string;

  @Flag(FINAL)
  final_capture?: boolean;
}

const ID = { charactersMax: LIMITS.textCharactersMax, optional: true, nullable: true } as const;

/** Body of capture and void, with the intent in the body. */
export class NamedIntentBody {
  @Text({
    ...ID,
    description: 'The intent: its `_id`. Required, here or as `_id`.',
    example: 'pi_019ab3c4d5e6f708192a3b4c5d6',
  })
  payment_intent_id?: string | null;

  @Text({ ...ID, description: 'Some published clients send it.', aliasOf: 'payment_intent_id' })
  _id?: string | null;

  static judge(body: NamedIntentBody, at: Place): void {
    const wrong = at.below('payment_intent_id').hasFailed || at.below('_id').hasFailed;
    if (!wrong && (body.payment_intent_id ?? body._id ?? null) === null)
      at.below('payment_intent_id').fail('is required: the _id of the payment intent');
  }
}

export class CaptureNamedIntentBody extends NamedIntentBody {
  @Amount(AMOUNT)
  amount?: string;

  @Flag(FINAL)
  final_capture?: boolean;
}

/** The class judges that there is one. */
export function idOf(body: NamedIntentBody): string {
  return (body.payment_intent_id ?? body._id) as string;
}
