import { Whole } from '@qafila/schema/number-fields';
import { Flag } from '@qafila/schema/text-fields';
import { OptionalPlain } from '../http/field-rules.ts';
import { LIMITS } from '../limits.ts';

const DUE = { description: 'When evidence is due, in ms from now.', min: 0, max: LIMITS.evidenceMsMax, optional: true };

/** `POST /control/disputes/{id}/{move}`. */
export class DisputeMoveBody {
  @Whole(DUE) due_in_ms?: number;
  @Flag({ description: 'No callback: it is stored as lost.', optional: true }) silent?: boolean;
}

/** `POST /control/payments/{payment}/dispute`. */
export class DisputeBody extends DisputeMoveBody {
  @Whole({ description: 'The disputed amount, in minor units.', min: 1, max: LIMITS.amountMinorMax, optional: true })
  amount_minor?: number;

  @OptionalPlain("The cardholder's reason.") reason?: string;
}
