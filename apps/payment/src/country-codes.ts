/** Merchants send the country of an address as its name or as a code; reports and gateways take the ISO 3166 code. */
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

/** Names in upper case, and the code of each. To collect them takes 50 ms, which only the first reader waits for. */
export function countryCodes(): ReadonlyMap<string, string> {
  return (known ??= new Map([...named(), ...Object.entries(SHORT)]));
}

/** Intl names them, and they are no countries. */
const NO_COUNTRIES = new Set(['EU', 'EZ', 'QO', 'UN', 'XA', 'XB', 'ZZ']);
let codes: ReadonlySet<string> | undefined;

/** The code of a country that a merchant wrote. Undefined: there is none of this name or code. */
export function countryCodeOf(text: string): string | undefined {
  const written = text.trim().toUpperCase();
  codes ??= new Set(countryCodes().values());
  const code = countryCodes().get(written) ?? (codes.has(written) ? written : undefined);
  return code === undefined || NO_COUNTRIES.has(code) ? undefined : code;
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
