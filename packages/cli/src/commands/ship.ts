import { Command } from 'commander';
import { cliOf, withExamples } from '../cli.ts';
import type { Cli } from '../cli.ts';
import type { AnswerOf } from '@qafila/sdk';
import { readJsonInput } from './input.ts';

interface ShipOptions {
  reference?: string;
  cod?: string;
  currency: string;
  courier?: string;
  weight: string;
  description: string;
  quantity: string;
  price: string;
  toName: string;
  toPhone: string;
  toAddress: string;
  toDistrict: string;
  toCity: string;
  toCountry: string;
  toShortAddress: string;
  toPostalCode?: string;
  file?: string;
  returnOf?: string;
}

const SHIPMENTS = '/oe/aggtr/api/v1/shipments';

interface SentBody {
  [field: string]: unknown;
  referenceNumber: string;
}

const SENDER = {
  name: 'متجر القافلة',
  phone: '+966500000002',
  addressLine1: 'شارع التحلية',
  city: 'جدة',
  countryCode: 'SA',
  shortAddress: 'JDDA2345',
};

export function addShip(program: Command): void {
  const ship = program
    .command('ship')
    .description('ship a sample parcel from Jeddah; options change its main fields')
    .option('--reference <text>', 'your order, unique in the company (default: a new one)')
    .option('--cod <amount>', 'cash on delivery: what the courier collects, at most the total')
    .option('--currency <code>', 'ISO 4217', 'SAR')
    .option('--courier <id>', 'the courier (default: the first that serves the route)')
    .option('--weight <kg>', 'weight of the package', '1.25')
    .option('--description <text>', 'what is inside', 'قمصان')
    .option('--quantity <n>', 'pieces', '2')
    .option('--price <amount>', 'price of a piece', '50')
    .option('--to-name <text>', 'the receiver', 'محمد عبد الله القحطاني')
    .option('--to-phone <number>', 'their phone', '+966501234567')
    .option('--to-address <text>', 'street', 'طريق الملك فهد')
    .option('--to-district <text>', 'district', 'العليا')
    .option('--to-city <text>', 'city', 'الرياض')
    .option('--to-country <code>', 'ISO 3166', 'SA')
    .option('--to-short-address <code>', 'Saudi short address', 'RRRD2929')
    .option('--to-postal-code <code>', 'postal code')
    .option('--return-of <id>', 'return pieces of a delivered sample parcel to Jeddah instead')
    .option('--file <json>', 'the whole body instead: JSON, @FILE, or -')
    .action((options: ShipOptions, self: Command) => shipParcel(cliOf(self), options));
  withExamples(ship, [
    'qafila ship',
    'qafila ship --cod 100 --to-name "نورة العتيبي" --to-phone +966500000001',
    'qafila ship --return-of shp_… --quantity 1',
    'qafila ship --file @shipment.json --field shipmentId',
  ]);
}

async function shipParcel(cli: Cli, options: ShipOptions): Promise<void> {
  const body = options.file === undefined ? sampleBody(options) : await readJsonInput(options.file);
  const qafila = await cli.connect();
  const path =
    options.returnOf === undefined ? SHIPMENTS : `${SHIPMENTS}/${encodeURIComponent(options.returnOf)}/return`;
  const created = await qafila.request<AnswerOf<'createShipment'>>('POST', path, { body });
  const id = created.shipmentId;
  const { paint } = cli.out;
  const { referenceNumber } = typeof body === 'string' ? (JSON.parse(body) as SentBody) : body;
  cli.out.result({ ...created, referenceNumber }, [
    `${paint.green('✓')} Shipment ${paint.bold(id)}, reference ${referenceNumber}`,
    ...(created.warnings ?? []).map(({ code, message }) => `  ${paint.yellow('!')} ${code}: ${message}`),
    `  Label:  ${paint.bold(`qafila label ${id}`)}`,
    `  Track:  ${paint.bold(`qafila track ${id} --watch`)}`,
  ]);
}

/** A sample that the API accepts. Its total is the price of all pieces; a return has none. */
function sampleBody(options: ShipOptions): SentBody {
  const quantity = Number(options.quantity);
  const receiver = receiverOf(options);
  const isReturn = options.returnOf !== undefined;
  const total = Math.round(quantity * Number(options.price) * 100) / 100;
  return {
    referenceNumber: options.reference ?? `${isReturn ? 'return' : 'order'}-${Date.now().toString(36)}`,
    currency: options.currency,
    ...(options.cod === undefined ? {} : { paymentMode: 'COD', codAmount: options.cod }),
    ...(options.courier === undefined ? {} : { courierId: options.courier }),
    ...(isReturn ? { shipmentType: 'RETURN' } : { pricing: { subTotal: total, totalAmount: total } }),
    shipFromInfo: isReturn ? receiver : SENDER,
    shipToInfo: isReturn ? SENDER : receiver,
    packagesInfo: [
      {
        weight: options.weight,
        description: options.description,
        items: [{ sku: 'SAMPLE-1', name: options.description, quantity, unitPrice: options.price }],
      },
    ],
  };
}

function receiverOf(options: ShipOptions): Record<string, string> {
  return {
    name: options.toName,
    phone: options.toPhone,
    addressLine1: options.toAddress,
    district: options.toDistrict,
    city: options.toCity,
    countryCode: options.toCountry,
    ...(options.toPostalCode === undefined ? {} : { postalCode: options.toPostalCode }),
    ...(options.toCountry === 'SA' ? { shortAddress: options.toShortAddress } : {}),
  };
}
