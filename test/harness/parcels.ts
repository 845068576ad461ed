import { seededRandom } from '@qafila/testing/seeded-random';

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- bodies are plain JSON
export type Body = any;

interface Place {
  countryCode: string;
  currency: string;
  party: (random: () => number) => Body;
}

const pick = <T>(random: () => number, all: readonly T[]): T => all[Math.floor(random() * all.length)] as T;
const digits = (random: () => number, count: number): string =>
  Array.from({ length: count }, () => Math.floor(random() * 10)).join('');

/** No lever of the sandbox: those end with 0 and three digits. */
const phoneEnd = (random: () => number): string => `${1 + Math.floor(random() * 9)}${digits(random, 3)}`;

/** Common names and streets. The phone numbers only match the format of the country. */
const PLACES: readonly Place[] = [
  {
    countryCode: 'SA',
    currency: 'SAR',
    party: (random) => ({
      name: [
        pick(random, ['محمد', 'نورة', 'خالد', 'ريم', 'عبد العزيز']),
        pick(random, ['القحطاني', 'العتيبي', 'الشهري']),
      ].join(' '),
      phone: `+96650${digits(random, 3)}${phoneEnd(random)}`,
      addressLine1: pick(random, ['طريق الملك فهد', 'شارع التحلية', 'شارع العليا العام']),
      district: pick(random, ['العليا', 'الروضة', 'السلامة']),
      city: pick(random, ['الرياض', 'جدة', 'الدمام']),
      postalCode: `1${digits(random, 4)}`,
      countryCode: 'SA',
      shortAddress: `${pick(random, ['RRRD', 'JDDA', 'DMMB'])}${digits(random, 4)}`,
    }),
  },
  {
    countryCode: 'AE',
    currency: 'AED',
    party: (random) => ({
      name: `${pick(random, ['فاطمة', 'سالم', 'Mariam'])} ${pick(random, ['المنصوري', 'الكعبي'])}`,
      phone: `+97150${1 + Math.floor(random() * 8)}${digits(random, 2)}${phoneEnd(random)}`,
      addressLine1: pick(random, ['Al Wasl Road 7', 'شارع الشيخ زايد ٤٤', 'Corniche Street 12']),
      city: pick(random, ['Dubai', 'أبوظبي']),
      countryCode: 'AE',
    }),
  },
  {
    countryCode: 'PK',
    currency: 'PKR',
    party: (random) => ({
      name: `${pick(random, ['علی', 'عائشہ', 'Bilal'])} ${pick(random, ['خان', 'احمد'])}`,
      phone: `+923211${digits(random, 2)}${phoneEnd(random)}`,
      addressLine1: pick(random, ['گلی نمبر ۵، بلاک سی', 'شاہراہ فیصل ۱۲', '14-B Mall Road']),
      city: pick(random, ['لاہور', 'کراچی', 'Islamabad']),
      postalCode: '54000',
      countryCode: 'PK',
    }),
  },
];

export interface Parcel {
  body: Body;
  codMinor: bigint;
  pieces: number;
  lever: string;
}

/** The scenarios of the courier sandbox. A parcel without one is delivered normally. */
const LEVERS = [
  'FAIL1',
  'HOLD',
  'SHOP',
  'RTO',
  'LOST',
  'SKIP',
  'SHUFFLE',
  'DUP',
  'TIMEOUT',
  'GHOST',
  'VANISH',
  'DOWN',
  'PICKUPFAIL',
  'COURIERCANCEL',
  'REFUSE',
  'ODDCODE',
] as const;

/**
 * Shipments of a merchant's shop: three countries, some with cash on delivery, across borders or in several packages.
 */
export function parcels(seed: number, count: number): Parcel[] {
  const random = seededRandom(seed);
  return Array.from({ length: count }, (_, index) => parcel(random, index));
}

function parcel(random: () => number, index: number): Parcel {
  const from = PLACES[index % 3] as Place;
  const isInternational = index % 5 === 0;
  const to = isInternational ? (PLACES[(index + 1) % 3] as Place) : from;
  const isCod = !isInternational && index % 10 < 4 && index % 10 > 0;
  const lever = random() < 0.4 ? pick(random, LEVERS) : '';
  const packages = index % 7 === 0 ? 3 : 1;
  const prices = Array.from({ length: packages }, () => 10 + Math.floor(random() * 90));
  const total = prices.reduce((sum, price) => sum + 2 * price, 0);
  const amounts = { subTotal: total, totalAmount: total };
  return {
    lever,
    codMinor: isCod ? BigInt(total) * 100n : 0n,
    pieces: 2 * packages,
    body: {
      referenceNumber: `shop-${index}${lever === '' ? '' : `-${lever}`}`,
      currency: from.currency,
      shipFromInfo: from.party(random),
      shipToInfo: to.party(random),
      courierId: index % 2 === 0 ? 'sandbox-express' : 'sandbox-economy',
      ...(isCod ? { paymentMode: 'COD', codAmount: total, pricing: amounts } : {}),
      ...(isInternational
        ? { incoterm: 'DAP', customs: { contentType: 'MERCHANDISE', invoiceNumber: `INV-${index}` }, pricing: amounts }
        : {}),
      packagesInfo: prices.map((price, packageIndex) => ({
        packageReference: `p${packageIndex + 1}`,
        weight: '0.75',
        description: pick(random, ['قمصان', 'Books', 'کھجور']),
        ...(isInternational ? { declaredValue: 2 * price } : {}),
        items: [
          {
            sku: `S${packageIndex + 1}`,
            name: 'قطعة',
            quantity: 2,
            unitPrice: price,
            ...(isInternational ? { hsCode: '610910000000', originCountry: from.countryCode } : {}),
          },
        ],
      })),
    },
  };
}

/** The body of a return of the parcel, or of this quantity of each item. */
export function returnOf({ body }: Parcel, quantity: number): Body {
  const { currency, shipFromInfo, shipToInfo, referenceNumber, packagesInfo, incoterm, customs } = body;
  const goods = packagesInfo.reduce((sum: number, { items }: Body) => sum + quantity * items[0].unitPrice, 0);
  const acrossBorder = customs !== undefined;
  return {
    referenceNumber: `${String(referenceNumber).split('-').slice(0, 2).join('-')}-back-${quantity}`,
    shipmentType: 'RETURN',
    currency,
    shipFromInfo: shipToInfo,
    shipToInfo: shipFromInfo,
    ...(acrossBorder ? { incoterm, customs, pricing: { subTotal: goods, totalAmount: goods } } : {}),
    packagesInfo: packagesInfo.map(({ packageReference, weight, description, items }: Body) => ({
      packageReference,
      weight,
      description,
      ...(acrossBorder ? { declaredValue: quantity * items[0].unitPrice } : {}),
      items: items.map((item: Body) => ({ ...item, quantity })),
    })),
  };
}
