/** Merchants send the country of delivery as its name or as a code; reports have the ISO 3166 code of two letters. */
const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
const LANGUAGES = ['en', 'ar', 'fr', 'ur'];

/** Codes of three letters and usual abbreviations of the markets that gateways here serve. */
const SHORT: Readonly<Record<string, string>> = {
  ...{ SAU: 'SA', KSA: 'SA', ARE: 'AE', UAE: 'AE', KWT: 'KW', BHR: 'BH', OMN: 'OM', QAT: 'QA', EGY: 'EG', JOR: 'JO' },
  ...{
    PAK: 'PK',
    IND: 'IN',
    TUR: 'TR',
    USA: 'US',
    'U.S.A.': 'US',
    UK: 'GB',
    GBR: 'GB',
    LBN: 'LB',
    IRQ: 'IQ',
    MAR: 'MA',
  },
  ...{ 'KINGDOM OF SAUDI ARABIA': 'SA', 'المملكة العربية السعودية': 'SA', الإمارات: 'AE' },
};

let known: ReadonlyMap<string, string> | undefined;

/** Names in upper case, and the code of each. To collect them takes 50 ms, which only the first report waits for. */
export function countryCodes(): ReadonlyMap<string, string> {
  return (known ??= new Map([...named(), ...Object.entries(SHORT)]));
}

function* named(): Generator<[string, string]> {
  for (const language of LANGUAGES) {
    const names = new Intl.DisplayNames([language], { type: 'region', fallback: 'none' });
    for (const code of LETTERS.flatMap((first) => LETTERS.map((second) => first + second))) {
      const name = names.of(code);
      // Intl also names codes that ISO has withdrawn; those that it replaced have the same name.
      if (name !== undefined && code === new Intl.Locale(`und-${code}`).region) yield [name.toUpperCase(), code];
    }
  }
}
