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
    street: [`${pick(STREETS)} ${number(3)}`, pick(STREETS)],
    place: [pick(CITIES)],
    latin: pick([undefined, { name: 'Aisha Al-Mansoori', street: [`Al Wasl Road ${number(2)}`], place: ['Dubai'] }]),
    phone: `+9665${number(8)}`,
    countryCode: pick(COUNTRIES),
    shortAddress: pick([undefined, `RRRD${number(4)}`]),
  });
  const awb = `FLC${number(10)}`;
  return {
    courier: pick(['Falcon Express', 'Camel Post', 'البريد السريع']),
    service: pick(['NEXT DAY', 'STANDARD']),
    scope: pick(['DOM', 'INTL']),
    account: pick([undefined, number(8)]),
    shipDate: '2026-11-23',
    routing: pick(['RUH-1', 'SA 12333', 'DXB-NORTH-17']),
    origin: pick(['RUH', 'الرياض', 'Jeddah']),
    destination: pick(['DXB', 'دبي', 'Makkah Al Mukarramah']),
    customs: pick([undefined, { incoterm: 'DAP', content: 'MERCHANDISE', value: `${number(4)}.00 AED` }]),
    instructions: pick([undefined, 'الاتصال قبل التسليم', 'Ring twice, then leave at the gate of building 7']),
    totalWeight: `${number(2)}.${number(3)} kg`,
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
    scope: 'DOM',
    account: '20512277',
    shipDate: '2026-11-23',
    routing: 'RUH-07',
    origin: 'JED',
    destination: 'RUH',
    instructions: 'الاتصال قبل التسليم',
    totalWeight: '1.750 kg',
    awb: 'FLC0000012345',
    reference: 'ORDER-1042',
    to: {
      name: 'محمد عبد الله بن عبد الرحمن القحطاني',
      street: ['طريق الملك فهد، مبنى 2929 (شقة 7)', 'حي العليا'],
      place: ['الرياض 12333', 'المملكة العربية السعودية'],
      phone: '+966501234567',
      countryCode: 'SA',
      shortAddress: 'RRRD2929',
    },
    from: {
      name: 'Qafila Warehouse',
      street: ['Unit 5, Industrial City 2'],
      place: ['Jeddah 23432', 'Saudi Arabia'],
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
      street: ['گلی نمبر 7، مکان 114-B، ماڈل ٹاؤن'],
      place: ['لاہور 54000', 'پاکستان'],
      phone: '+923001234567',
      countryCode: 'PK',
    },
    packages: [{ barcode: 'CML9876543210-001', weight: '12.000 kg', description: 'کتابیں / Books' }],
    awb: 'CML9876543210',
    courier: 'Camel Post',
    service: 'STANDARD',
    account: undefined,
    routing: 'PK 54000',
    origin: 'Karachi',
    destination: 'Lahore',
    instructions: undefined,
    totalWeight: '12.000 kg',
    from: {
      name: 'Qafila Pakistan',
      street: ['Plot 12, Korangi Industrial Area'],
      place: ['Karachi 74900', 'Pakistan'],
      phone: '+922135061234',
      countryCode: 'PK',
    },
  };
}

/** From an Arabic address to Germany: the sender in both scripts. */
export function abroadLabel(): Label {
  return {
    ...arabicCodLabel(),
    courier: 'DHL Express',
    service: 'EXPRESS WORLDWIDE',
    scope: 'INTL',
    account: '950123456',
    routing: 'DE-BER-INT',
    origin: 'RUH',
    destination: 'BER',
    customs: { incoterm: 'DDP', content: 'MERCHANDISE', value: '1250.00 SAR' },
    instructions: 'Deliver to reception between 9 and 17',
    totalWeight: '0.500 kg',
    reference: 'EXPORT-77',
    to: {
      name: 'Greta Schönfeld',
      street: ['Schönfeld Import GmbH', 'Straße des 17. Juni 135', 'Hinterhof, 3. OG'],
      place: ['Berlin 10623', 'Germany'],
      phone: '+493012345678',
      countryCode: 'DE',
    },
    from: {
      name: 'مستودع متجر قافلة',
      street: ['متجر قافلة', '2929، شارع الأمير سلطان', 'الروضة'],
      place: ['جدة 23432', 'السعودية'],
      phone: '+966112345678',
      countryCode: 'SA',
      latin: {
        name: 'Qafila Store warehouse',
        street: ['Qafila Store', '2929, Prince Sultan Street', 'Ar Rawdah'],
        place: ['Jeddah 23432', 'Saudi Arabia'],
      },
    },
    packages: [{ barcode: 'JD014600003RUH', weight: '0.500 kg', size: '30 × 20 × 5 cm', description: 'Cotton shirts' }],
    awb: '1234567890',
  };
}

/** From Germany to an Arabic address: the receiver in both scripts. */
export function inboundLabel(): Label {
  const { to, from, ...rest } = abroadLabel();
  return { ...rest, routing: 'SA-RUH-INT', origin: 'BER', destination: 'RUH', to: from, from: to };
}

/** With texts as long as the body's limits allow. */
export function longestLabel(): Label {
  const long = (word: string): string => `${word} `.repeat(250).slice(0, 249).trim();
  const party = {
    name: long('عبدالرحمن'),
    street: [long('شارع'), long('Street'), 'W'.repeat(250), long('حي العليا')],
    place: [long('الرياض'), 'السعودية'],
    phone: '+966501234567',
    countryCode: 'SA',
    shortAddress: 'RRRD2929',
  };
  return {
    ...arabicCodLabel(),
    courier: 'x'.repeat(60),
    reference: 'R'.repeat(250),
    service: long('EXPRESS'),
    routing: long('RUH'),
    origin: long('Jeddah'),
    destination: long('Riyadh'),
    account: '1'.repeat(40),
    customs: { incoterm: 'DAP', content: long('MERCHANDISE'), value: '9999999999999.99 SAR' },
    instructions: long('تعليمات').repeat(4),
    totalWeight: '250000000.000 kg',
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
