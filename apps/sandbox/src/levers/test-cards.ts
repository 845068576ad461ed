/** A published test card. Only brand and last four digits are ever stored; the rest is looked up here. */
export interface TestCard {
  number: string;
  brand: 'visa' | 'mastercard';
  funding: 'credit' | 'debit';
  /** Null: approved. */
  decline: string | null;
  challenge: boolean;
  description: string;
}

export const TEST_CARDS: readonly TestCard[] = [
  {
    number: '4242424242424242',
    brand: 'visa',
    funding: 'credit',
    decline: null,
    challenge: false,
    description: 'Approved',
  },
  {
    number: '5555555555554444',
    brand: 'mastercard',
    funding: 'credit',
    decline: null,
    challenge: false,
    description: 'Approved',
  },
  {
    number: '4000003800000446',
    brand: 'visa',
    funding: 'debit',
    decline: null,
    challenge: true,
    description: '3-D Secure challenge, then approved',
  },
  {
    number: '4000008400001629',
    brand: 'visa',
    funding: 'credit',
    decline: '05',
    challenge: true,
    description: '3-D Secure challenge, then declined',
  },
  {
    number: '4000000000000002',
    brand: 'visa',
    funding: 'credit',
    decline: '05',
    challenge: false,
    description: 'Declined',
  },
  {
    number: '4000000000009995',
    brand: 'visa',
    funding: 'debit',
    decline: '51',
    challenge: false,
    description: 'Insufficient funds',
  },
  {
    number: '4000000000009987',
    brand: 'visa',
    funding: 'credit',
    decline: '41',
    challenge: false,
    description: 'Lost card',
  },
  {
    number: '4000000000000069',
    brand: 'visa',
    funding: 'credit',
    decline: '54',
    challenge: false,
    description: 'Expired card',
  },
  {
    number: '4100000000000019',
    brand: 'visa',
    funding: 'credit',
    decline: '59',
    challenge: false,
    description: 'Refused as risky',
  },
];

/** The test card with exactly this number; undefined for every other number. */
export function testCard(number: string): TestCard | undefined {
  return TEST_CARDS.find((card) => card.number === number);
}

export function cardOf(brand: string | null, last4: string | null): TestCard | undefined {
  return TEST_CARDS.find((card) => card.brand === brand && card.number.endsWith(last4 ?? 'none'));
}

/** The number in groups of four digits. */
export function spacedCardNumber(number: string): string {
  return number.replace(/(.{4})(?=.)/g, '$1 ');
}

export const RIGHT_CODE = '123456';
export const EXPIRED_CODE = '111111';
export const RIGHT_PIN = '1234';
