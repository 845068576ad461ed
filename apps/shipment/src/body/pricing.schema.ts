import { MinorUnits } from './number-fields.ts';

/** What the receiver's order costs. Amounts are minor units once they are read. */
export class ShipmentPricing {
  @MinorUnits({ description: 'The sum of quantity × unitPrice, in major units.', example: '100.00' })
  subTotal!: bigint;

  @MinorUnits({
    description: "All that is taken off, in major units: the lines' own discounts and the order's.",
    example: '10.00',
    optional: true,
  })
  discountAmount?: bigint;

  @MinorUnits({
    description:
      'The tax after discount, in major units, rounded once for each rate or line by line, without or with the tax ' +
      "on shipping at one of the items' rates. Left out: it follows from the items' rates, without shipping.",
    example: '13.50',
    optional: true,
  })
  taxAmount?: bigint;

  @MinorUnits({ description: 'The price of shipping, in major units.', example: '23.00', optional: true })
  shippingAmount?: bigint;

  @MinorUnits({
    description: 'subTotal − discountAmount + taxAmount + shippingAmount, exact to the minor unit.',
    example: '126.50',
  })
  totalAmount!: bigint;
}
