/** A published test card. Only brand and last four digits of it are ever stored; the rest is looked up here by them. */
export interface TestCard {
  number: string;
  brand: 'visa' | 'mastercard';
  funding: 'credit' | 'debit';
  /** Null: approved. */
  decline: string | null;
  challenge: boolean;
  says: string;
}

export const TEST_CARDS: readonly TestCard[] = [
  { number: '4242424242424242', brand: 'visa', funding: 'credit', decline: null, challenge: false, says: 'Approved' },
  { number: '5555555555554444', brand: 'mastercard', funding: 'credit', decline: null, challenge: false, says: 'Approved' },
  { number: '4000003800000446', brand: 'visa', funding: 'debit', decline: null, challenge: true, says: '3-D Secure challenge, then approved' },
  { number: '4000008400001629', brand: 'visa', funding: 'credit', decline: '05', challenge: true, says: '3-D Secure challenge, then declined' },
  { number: '4000000000000002', brand: 'visa', funding: 'credit', decline: '05', challenge: false, says: 'Declined' },
  { number: '4000000000009995', brand: 'visa', funding: 'debit', decline: '51', challenge: false, says: 'Insufficient funds' },
  { number: '4000000000009987', brand: 'visa', funding: 'credit', decline: '41', challenge: false, says: 'Lost card' },
  { number: '4000000000000069', brand: 'visa', funding: 'credit', decline: '54', challenge: false, says: 'Expired card' },
  { number: '4100000000000019', brand: 'visa', funding: 'credit', decline: '59', challenge: false, says: 'Refused as risky' },
];

/** The card with exactly this number; undefined for every other, real or not. */
export function testCard(number: string): TestCard | undefined {
  return TEST_CARDS.find((card) => card.number === number);
}

export function cardOf(brand: string | null, last4: string | null): TestCard | undefined {
  return TEST_CARDS.find((card) => card.brand === brand && card.number.endsWith(last4 ?? 'none'));
}

export const RIGHT_CODE = '123456';
export const EXPIRED_CODE = '111111';
export const RIGHT_PIN = '1234';
