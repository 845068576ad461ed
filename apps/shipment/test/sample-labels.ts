import { seededRandom } from '@qafila/testing/seeded-random';
import type { Label } from '../src/label/label.ts';

const NAMES = [
  'محمد بن عبد الله القحطاني',
  'فاطمة الزهراء العتيبي',
  'مُحَمَّد إِبراهيم',
  'حافظ محمد اسلم چوہدری',
  'عائشہ صدیقہ ٹوانہ',
  'Aisha Al-Mansoori',
  'John O’Brien',
  'شركة Al Noor للتجارة (فرع 3)',
  'پروفیسر ڈاکٹر گلزار',
];
const STREETS = [
  'طريق الملك فهد، مبنى 2929 (شقة 7)',
  'شارع الأمير سلطان 12/4',
  'گلی نمبر 7، مکان 114-B، ماڈل ٹاؤن',
  'شاہراہِ فیصل، بلاک 6',
  'Al Wasl Road 7, Villa 12',
  'مجمع "Al Reem" برج 5',
  'حي العليا - مخرج 5',
  'سڑک نمبر ۱۲، مکان ۳۴',
  'شارع ٥ مبنى ١٢٣',
];
const CITIES = ['الرياض 12333', 'جدة 23321', 'لاہور 54000', 'کراچی 75400', 'Dubai', 'Riyadh 11564', 'مكة المكرمة'];
const COUNTRIES = ['SA', 'AE', 'PK'];

/** The same label for the same seed, in every run. */
export function generatedLabel(seed: number): Label {
  const random = seededRandom(seed);
  const pick = <T>(choices: readonly T[]): T => choices[Math.floor(random() * choices.length)] as T;
  const number = (digits: number): string => Array.from({ length: digits }, () => pick([...'0123456789'])).join('');
  const party = (): Label['to'] => ({
    name: pick(NAMES),
    lines: [`${pick(STREETS)} ${number(3)}`, pick(STREETS), pick(CITIES)],
    phone: `+9665${number(8)}`,
    countryCode: pick(COUNTRIES),
    shortAddress: pick([undefined, `RRRD${number(4)}`]),
  });
  const awb = `FLC${number(10)}`;
  return {
    courier: pick(['Falcon Express', 'Camel Post', 'البريد السريع']),
    service: pick(['NEXT DAY', 'STANDARD']),
    awb,
    reference: `ORDER-${number(6)}`,
    to: party(),
    from: party(),
    packages: [
      {
        barcode: `${awb}-001`,
        weight: `${number(1)}.${number(3)} kg`,
        description: pick(['Shirts', 'قمصان قطنية', 'کتابیں / Books']),
        cod: pick([undefined, `${number(3)}.00 SAR`]),
      },
    ],
  };
}

export function arabicCodLabel(): Label {
  return {
    courier: 'Falcon Express',
    service: 'NEXT DAY',
    awb: 'FLC0000012345',
    reference: 'ORDER-1042',
    to: {
      name: 'محمد عبد الله بن عبد الرحمن القحطاني',
      lines: ['طريق الملك فهد، مبنى 2929 (شقة 7)', 'حي العليا، الرياض 12333', 'المملكة العربية السعودية'],
      phone: '+966501234567',
      countryCode: 'SA',
      shortAddress: 'RRRD2929',
    },
    from: {
      name: 'Qafila Warehouse',
      lines: ['Unit 5, Industrial City 2', 'Riyadh 14331'],
      phone: '+966112345678',
      countryCode: 'SA',
    },
    packages: [
      {
        barcode: 'FLC0000012345-001',
        weight: '1.250 kg',
        size: '30 × 20 × 10 cm',
        description: 'قمصان قطنية / Cotton shirts',
        cod: '115.00 SAR',
      },
      { barcode: 'FLC0000012345-002', weight: '0.500 kg', description: 'Shoes', codOnOther: '1 / 2' },
    ],
  };
}

export function urduLabel(): Label {
  return {
    ...arabicCodLabel(),
    to: {
      name: 'حافظ محمد اسلم چوہدری',
      lines: ['گلی نمبر 7، مکان 114-B، ماڈل ٹاؤن', 'لاہور 54000', 'پاکستان'],
      phone: '+923001234567',
      countryCode: 'PK',
    },
    packages: [{ barcode: 'CML9876543210-001', weight: '12.000 kg', description: 'کتابیں / Books' }],
    awb: 'CML9876543210',
    courier: 'Camel Post',
  };
}

/** With texts as long as the body's limits allow. */
export function longestLabel(): Label {
  const long = (word: string): string => `${word} `.repeat(250).slice(0, 249).trim();
  const party = {
    name: long('عبدالرحمن'),
    lines: [long('شارع'), long('Street'), 'W'.repeat(250), long('حي العليا'), long('الرياض')],
    phone: '+966501234567',
    countryCode: 'SA',
    shortAddress: 'RRRD2929',
  };
  return {
    ...arabicCodLabel(),
    courier: 'x'.repeat(60),
    reference: 'R'.repeat(250),
    to: party,
    from: party,
    packages: [
      {
        barcode: 'FLC0000012345-250',
        weight: '1000000.000 kg',
        size: '10000 × 10000 × 10000 cm',
        description: long('وصف'),
        cod: '9999999999999.99 SAR',
      },
    ],
  };
}
