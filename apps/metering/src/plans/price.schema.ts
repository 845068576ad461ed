import { currencyExponent } from '@qafila/money/minor-units';
import { Decimal, DecimalText } from '@qafila/schema/decimal-fields';
import type { Rule } from '@qafila/schema/field';
import { Judged } from '@qafila/schema/object-fields';
import { Choice } from '@qafila/schema/text-fields';
import type { Place } from '@qafila/schema/violations';

/** The price of a meter's units in a plan. Amounts are exact decimals in the currency's major unit, as text. */
export type Price =
  | { model: 'per_unit'; unit_amount: string; currency: string }
  /**
   * §2.7 fixed-retainer: a fee that does not depend on usage, the units it includes, and the price of each further
   * unit.
   */
  | {
      model: 'fixed_retainer';
      fixed_fee: string;
      included_units: string;
      overage_unit_amount: string;
      currency: string;
    };

const currencyRule: Rule<string> = {
  expects: 'an ISO 4217 currency code in capitals, such as "SAR"',
  schema: { type: 'string', pattern: '^[A-Z]{3}$' },
  read: (value, at) =>
    typeof value === 'string' && currencyExponent(value) !== undefined
      ? value
      : at.fail(`must be ${currencyRule.expects}`),
};

const CURRENCY = { description: 'The currency of the amounts, in capitals.', example: 'SAR' };
const PER_UNIT = { description: 'Each unit costs the same.' };
const RETAINER = { description: 'A fee that includes units, and a price for each further unit.' };
const UNIT = { description: 'The price of one unit, in major units of the currency, exact.', example: '0.000002' };
const FEE = {
  description: 'The fee of a period, in major units; not more decimals than the currency has.',
  example: '100.5',
};
const INCLUDED = { description: 'The units that the fee includes.', example: '1000' };
const OVERAGE = { description: 'The price of each unit beyond them, in major units, exact.', example: '0.1' };

/** The same price for each unit. */
export class PerUnitPrice {
  @Choice(['per_unit'], PER_UNIT) model!: 'per_unit';
  @Decimal(UNIT) unit_amount!: string;
  @Judged(currencyRule, CURRENCY) currency!: string;
}

/** §2.7 fixed-retainer. */
export class FixedRetainerPrice {
  @Choice(['fixed_retainer'], RETAINER) model!: 'fixed_retainer';
  @Decimal(FEE) fixed_fee!: string;
  @Decimal(INCLUDED) included_units!: string;
  @Decimal(OVERAGE) overage_unit_amount!: string;
  @Judged(currencyRule, CURRENCY) currency!: string;

  /** A unit can cost a fraction of the smallest coin. A fee is charged as it is, so it cannot. */
  static judge({ fixed_fee: fee, currency }: Partial<FixedRetainerPrice>, at: Place): void {
    if (fee === undefined || currency === undefined) return;
    const decimals = fee.split('.')[1]?.length ?? 0;
    const exponent = currencyExponent(currency) as number;
    if (decimals > exponent) at.below('fixed_fee').fail(`has ${decimals} decimals; ${currency} has ${exponent}`);
  }
}

export const PRICES = {
  by: 'model',
  classes: { per_unit: () => PerUnitPrice, fixed_retainer: () => FixedRetainerPrice },
};

/** Answers contain amounts as text. */
export class PerUnitPriceAnswer {
  @Choice(['per_unit'], PER_UNIT) model!: 'per_unit';
  @DecimalText(UNIT) unit_amount!: string;
  @Judged(currencyRule, CURRENCY) currency!: string;
}

export class FixedRetainerPriceAnswer {
  @Choice(['fixed_retainer'], RETAINER) model!: 'fixed_retainer';
  @DecimalText(FEE) fixed_fee!: string;
  @DecimalText(INCLUDED) included_units!: string;
  @DecimalText(OVERAGE) overage_unit_amount!: string;
  @Judged(currencyRule, CURRENCY) currency!: string;
}

export const PRICE_ANSWERS = {
  by: 'model',
  classes: { per_unit: () => PerUnitPriceAnswer, fixed_retainer: () => FixedRetainerPriceAnswer },
};
