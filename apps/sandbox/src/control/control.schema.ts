import { field } from '@qafila/schema/field';
import type { Rule } from '@qafila/schema/field';
import { Whole } from '@qafila/schema/number-fields';
import { Judged, Nested } from '@qafila/schema/object-fields';
import { Choice, Text } from '@qafila/schema/text-fields';
import { Moment } from '@qafila/schema/time-fields';
import type { Place } from '@qafila/schema/violations';
import { COMPANIES, PROVIDERS } from '../companies.ts';
import type { CompanyName, ProviderName } from '../companies.ts';
import { EFFECTS, EFFECTS_BY_TARGET, OPERATIONS } from '../faults/fault.ts';
import type { Effect, OperationName } from '../faults/fault.ts';
import { Digits, OptionalPlain } from '../http/field-rules.ts';
import { BEHAVIOURS } from '../levers/wallet-levers.ts';
import { LIMITS } from '../limits.ts';

/** A body or query of a call that has no fields. */
export class NoFields {}

/** API.md, section 5: `POST /control/faults`. */
export class FaultBody {
  @Choice(EFFECTS, { description: 'What happens.' }) effect!: Effect;
  @Choice(COMPANIES, { description: 'Only at this company.', optional: true }) provider?: CompanyName;
  @Choice(OPERATIONS, { description: 'Only in this operation.', optional: true }) operation?: OperationName;
  @OptionalPlain('Only for this reference.') reference?: string;

  @Whole({ description: 'How long it takes, in ms.', min: 0, max: LIMITS.hangMsMax, optional: true })
  ms?: number;

  @Text({
    description: 'The code of a decline.',
    pattern: {
      is: /^([0-9]{2,3}|A1)$/,
      expects: 'an ISO 8583 code of two digits, A1, or a wallet code of three digits',
    },
    optional: true,
  })
  code?: string;

  @Whole({ description: 'How many calls meet it; 0: no limit.', min: 0, max: 1_000_000, optional: true })
  times?: number;

  @Whole({ description: 'When it begins, in ms from now.', min: 0, max: LIMITS.waitMsMax, optional: true })
  starts_in_ms?: number;

  @Whole({ description: 'How long it lasts, in ms.', min: 0, max: LIMITS.waitMsMax, optional: true })
  lasts_ms?: number;
}

const rateRule: Rule<number> = {
  expects: 'a number from 0 to 1',
  schema: { type: 'number', minimum: 0, maximum: 1 },
  read: (value, at) =>
    typeof value === 'number' && value >= 0 && value <= 1 ? value : at.fail(`must be ${rateRule.expects}`),
};

/** One field for each effect: the share of calls that meet it. */
export class ChaosRates {
  static judge(rates: Partial<Record<Effect, number>>, at: Place): void {
    for (const effects of Object.values(EFFECTS_BY_TARGET))
      if (effects.reduce((sum, effect) => sum + (rates[effect] ?? 0), 0) > 1)
        at.fail(`of ${effects.join(', ')} must add up to 1 at most`);
  }
}
for (const effect of EFFECTS)
  field(rateRule, { description: 'The share of calls.', optional: true })(ChaosRates.prototype, effect);

const seedRule: Rule<string> = {
  expects: `a number, or a text of 1 to ${LIMITS.textCharactersMax} characters`,
  schema: { type: ['string', 'number'] },
  read(value, at) {
    const seed = typeof value === 'number' ? String(value) : value;
    return typeof seed === 'string' && seed !== '' && seed.length <= LIMITS.textCharactersMax
      ? seed
      : at.fail(`must be ${seedRule.expects}`);
  },
};

/** `PUT /control/chaos`. */
export class ChaosBody {
  @Judged(seedRule, { description: 'The same seed draws the same faults.' }) seed!: string;
  @Nested(() => ChaosRates, { description: 'The share of each effect.', optional: true }) rates?: ChaosRates;
}

/** `POST /control/clock`. */
export class ClockBody {
  @Whole({ description: 'How far the clock advances, in ms.', min: 0, max: LIMITS.clockAdvanceMsMax, optional: true })
  advance_ms?: number;
}

/** `POST /control/phones`. */
export class PhoneBody {
  @Digits({ min: 7, max: 15 }, 'The phone to whitelist.') phone!: string;
  @Choice(Object.keys(BEHAVIOURS), { description: 'How the wallet treats it.' }) behaviour!: string;
}

/** The query of the calls about one payment. */
export class PaymentQuery {
  @Choice(PROVIDERS, { description: 'Where two providers know the same reference.', optional: true })
  provider?: ProviderName;
}

export const SETTLEMENT_LEVERS = ['unmatched', 'amount', 'fee', 'duplicate', 'missing', 'currency', 'payout'] as const;
export type SettlementLever = (typeof SETTLEMENT_LEVERS)[number];

/** The query of `GET /control/settlement`. */
export class SettlementFileQuery {
  @Choice(['cardgateway-a', 'cardgateway-b', 'walletprovider-wallet'], { description: 'Whose file.' })
  gateway!: 'cardgateway-a' | 'cardgateway-b' | 'walletprovider-wallet';

  @Moment({ description: 'The begin of the period.' }) from!: string;
  @Moment({ description: 'The end of the period, which does not belong to it.' }) to!: string;

  @Whole({ description: 'The fee of a capture, in basis points.', min: 0, max: 10_000, optional: true })
  fee_basis_points?: number;

  @Choice(SETTLEMENT_LEVERS, { description: 'A mistake of the gateway.', optional: true }) lever?: SettlementLever;
}

export const REMITTANCE_LEVERS = ['short', 'missing', 'double', 'unknown', 'currency', 'fee', 'payment'] as const;
export type RemittanceLever = (typeof REMITTANCE_LEVERS)[number];

/** The query of `GET /control/remittance`. */
export class RemittanceFileQuery {
  @Choice(['sandbox-express', 'sandbox-economy'], { description: 'Whose file.' })
  courier!: 'sandbox-express' | 'sandbox-economy';

  @Moment({ description: 'The begin of the period.' }) from!: string;
  @Moment({ description: 'The end of the period, which does not belong to it.' }) to!: string;
  @OptionalPlain("Only parcels whose merchant's reference begins with this.") orders?: string;

  @Whole({ description: 'The fee of a parcel, in basis points.', min: 0, max: 10_000, optional: true })
  fee_basis_points?: number;

  @Choice(REMITTANCE_LEVERS, { description: 'A mistake of the courier.', optional: true }) lever?: RemittanceLever;
}
