/**
 * Values that must not appear in any log, topic or table. After every run of the whole suite, everything that it wrote
 * is searched for them:
 *
 * - The cards, identity numbers and wallet phones that suites type into customers' pages: as text, in groups of four,
 *   and as hexadecimal of their bytes. The phone that a merchant sends in `customer` is a different one and not secret:
 *   notifications contain it.
 * - Separate runs of 13 to 19 digits that start with the first six digits of one of those cards and pass Luhn. Without
 *   the six digits, every tenth timestamp or id would match.
 * - Fields whose name says PIN or code and which contain digits: the values themselves are too short to search for.
 * - Client secrets, and private keys as PEM.
 */
const CARDS = [
  '4242424242424242',
  '5555555555554444',
  '4000003800000446',
  '4000008400001629',
  '4000000000000002',
  '4000000000009995',
  '4000000000009987',
  '4000000000000069',
  '4100000000000019',
  '4111111111111111',
  '4539148803436467',
];
const IDENTITIES = ['4210112345671', '4210112349999', '4210112340000', '2987654316'];
const PHONES = ['2025557391', ...Array.from({ length: 9 }, (_, at) => `202555000${at + 1}`)];

interface Rule {
  what: string;
  pattern: RegExp;
  confirms?: (found: string) => boolean;
}

const RULES: readonly Rule[] = [
  {
    what: 'card number',
    pattern: anyOf(
      CARDS.flatMap((number) => [
        number,
        number.replace(/\d{4}(?=\d)/g, '$& '),
        number.replace(/\d{4}(?=\d)/g, '$&-'),
        hexOf(number),
      ]),
    ),
  },
  {
    what: 'card number by Luhn',
    pattern: new RegExp(`(?<![\\w.-])(?:${bins().join('|')})(?:[ -]?\\d){7,13}(?![\\w.-])`, 'g'),
    confirms: (found) => isLuhn(found.replace(/\D/g, '')),
  },
  { what: 'identity number', pattern: anyOf(IDENTITIES.flatMap((number) => [number, hexOf(number)])) },
  { what: 'wallet phone', pattern: anyOf(PHONES.flatMap((number) => [`1?${number}`, hexOf(number)])) },
  {
    what: 'PIN, code or identity field',
    pattern: /\b(?:pin|otp|cvc|cvv|national_id|nationalId|card_number)\\*["']?\s*[:=]\s*\\*["']?\d{3}/gi,
  },
  { what: 'client secret', pattern: /pi_[0-9a-f]{27}_secret_[0-9a-f]{40}/g },
  { what: 'private key', pattern: /-----BEGIN [A-Z ]*PRIVATE KEY-----/g },
];

/** The kinds of secrets in a text, each named once. `own` are further secrets of the process that wrote it. */
export function canariesIn(text: string, own: readonly string[] = []): string[] {
  const found = RULES.filter(({ pattern, confirms = () => true }) =>
    [...text.matchAll(pattern)].some(([match]) => confirms(match)),
  ).map(({ what }) => what);
  return own.some((secret) => text.includes(secret)) ? [...found, 'a secret of this platform'] : found;
}

function anyOf(texts: readonly string[]): RegExp {
  return new RegExp(`(?<![0-9])(?:${texts.join('|')})(?![0-9])`, 'g');
}

function bins(): string[] {
  return [...new Set(CARDS.map((number) => number.slice(0, 6)))].map((bin) => `${bin.slice(0, 4)}[ -]?${bin.slice(4)}`);
}

function hexOf(text: string): string {
  return Buffer.from(text).toString('hex');
}

function isLuhn(digits: string): boolean {
  const sum = [...digits]
    .reverse()
    .reduce(
      (total, digit, at) =>
        total + (at % 2 === 0 ? Number(digit) : ([0, 2, 4, 6, 8, 1, 3, 5, 7, 9][Number(digit)] as number)),
      0,
    );
  return sum % 10 === 0;
}
