// DHL Express as its documentation (MyDHL API 3.1.1) describes it, for the calls that the adapter makes. It refuses
// what its schemas do not know. What a shipment is to go through is in the merchant's reference.
import { serve } from '../couriers/fake-server.mjs';
import { faultOf } from '../couriers/strict-body.mjs';
import { PICKUP, RATES, SHIPMENT } from './dhl-schema.mjs';

const KEY = 'test-key-of-dhl:test-secret-of-dhl';
const ACCOUNT = '950000002';
const shipments = new Map();
const pickups = new Map();
const requests = [];
let count = 0;
let losesPickup = false;

const problem = (status, detail, title = 'Bad request') => [
  status,
  { instance: '/expressapi', detail, title, message: title, status: String(status) },
];
const invalid = (fault) => problem(422, fault, 'Validation error');
const base64 = (content) => Buffer.from(content).toString('base64');

function read(request, schema) {
  const body = JSON.parse(request.text);
  requests.push({ path: request.path, body, query: Object.fromEntries(request.query) });
  const fault = faultOf(schema, body);
  if (fault !== undefined) return { refused: invalid(fault) };
  const { number } = body.accounts?.find(({ typeCode }) => typeCode === 'shipper') ?? {};
  if (number !== ACCOUNT)
    return {
      refused: problem(400, 'The account number is not found or invalid. Please check the account number and retry.'),
    };
  return { body };
}

function book(request) {
  const { body, refused } = read(request, SHIPMENT);
  if (refused !== undefined) return refused;
  const reference = body.customerReferences.find(({ typeCode }) => typeCode === 'CO')?.value ?? '';
  if (/REFUSED/.test(reference))
    return problem(400, '7008: The requested product is not available between this origin and destination.');
  if (/UNDECIDED/.test(reference)) return problem(500, '999: Process failure occurred.');
  const awb = String(1_000_000_000 + ++count);
  const packages = body.content.packages.map(({ referenceNumber }) => ({
    referenceNumber,
    trackingNumber: `JD0140000${awb}${referenceNumber}`,
    trackingUrl: `https://express.api.dhl.com/mydhlapi/shipments/${awb}/tracking`,
  }));
  shipments.set(awb, { awb, body, packages, events: [], pieces: packages.map(() => []) });
  if (/ANSWER-LOST/.test(reference)) return null;
  const { encodingFormat, imageOptions } = body.outputImageProperties;
  return [
    201,
    {
      shipmentTrackingNumber: awb,
      trackingUrl: `https://express.api.dhl.com/mydhlapi/shipments/${awb}/tracking`,
      packages,
      documents: imageOptions
        .filter(({ isRequested }) => isRequested)
        .map(({ typeCode }) => ({
          imageFormat: encodingFormat.toUpperCase(),
          content: base64(`${typeCode} ${awb}`),
          typeCode,
        })),
      shipmentDetails: [
        {
          productShortName: 'EXPRESS WORLDWIDE',
          originServiceArea: { serviceAreaCode: 'RUH' },
          destinationServiceArea: { facilityCode: 'DXB', serviceAreaCode: 'DXB' },
        },
      ],
    },
  ];
}

function tracked({ awb, body, packages, events, pieces }, query) {
  const all = query.get('levelOfDetail') === 'all';
  const isBare = query.get('trackingView') === 'shipment-details-only';
  return {
    shipmentTrackingNumber: awb,
    status: 'Success',
    productCode: body.productCode,
    shipperReferences: body.customerReferences,
    receiverDetails: { name: '', serviceArea: [{ code: 'DXB', description: 'Dubai-AE' }] },
    events: isBare ? [] : events,
    numberOfPieces: packages.length,
    ...(all && {
      pieces: packages.map(({ trackingNumber }, at) => ({
        number: at + 1,
        trackingNumber,
        events: isBare ? [] : pieces[at],
      })),
    }),
  };
}

function track({ query }) {
  const [numbers, reference] = [query.getAll('shipmentTrackingNumber'), query.get('shipmentReference')];
  if (numbers.length > 200) return problem(400, 'Too many shipment numbers');
  if (numbers.some((number) => !/^\d{10}$/.test(number))) return problem(400, 'Invalid shipment tracking number');
  if (reference !== null && query.get('shipperAccountNumber') === null)
    return problem(400, 'Missing mandatory parameters: shipperAccountNumber', 'Missing parameters');
  if (reference !== null && (query.get('dateRangeFrom') === null || query.get('dateRangeTo') === null))
    return problem(400, 'Missing mandatory parameters: dateRangeFrom', 'Missing parameters');
  const found = [...shipments.values()].filter(({ awb, body }) =>
    reference === null ? numbers.includes(awb) : body.customerReferences.some(({ value }) => value === reference),
  );
  if (found.length === 0) return problem(404, `No Shipments Found for ReferenceID | ${reference}`, 'Not data found');
  return [200, { shipments: found.map((shipment) => tracked(shipment, query)) }];
}

const ROUTES = [
  [
    'POST',
    /^\/mydhlapi\/test\/rates$/,
    (request) => {
      const { body, refused } = read(request, RATES);
      if (refused !== undefined) return refused;
      const { countryCode } = body.customerDetails.receiverDetails;
      if (countryCode === 'KP')
        return problem(400, '996: Requested product(s) not available based on your search criteria.');
      return [
        200,
        {
          products: [
            {
              productName: 'EXPRESS WORLDWIDE',
              productCode: 'P',
              weight: { provided: 1, volumetric: 0.2, unitOfMeasurement: 'metric' },
              totalPrice: [
                { currencyType: 'PULCL', priceCurrency: 'USD', price: 40 },
                { currencyType: 'BILLC', priceCurrency: 'SAR', price: 150.25 },
              ],
              deliveryCapabilities: { deliveryTypeCode: 'QDDC', totalTransitDays: 2 },
            },
          ],
        },
      ];
    },
  ],
  ['POST', /^\/mydhlapi\/test\/shipments$/, book],
  ['GET', /^\/mydhlapi\/test\/tracking$/, track],
  [
    'GET',
    /^\/mydhlapi\/test\/shipments\/(\d+)\/proof-of-delivery$/,
    (_, awb) =>
      shipments.get(awb)?.events.some(({ typeCode }) => typeCode === 'OK')
        ? [200, { documents: [{ encodingFormat: 'PDF', content: base64(`%PDF proof ${awb}`), typeCode: 'POD' }] }]
        : problem(404, 'No data found', 'Not data found'),
  ],
  [
    'POST',
    /^\/mydhlapi\/test\/pickups$/,
    (request) => {
      const { body, refused } = read(request, PICKUP);
      if (refused !== undefined) return refused;
      const number = `RUH${String(++count).padStart(12, '0')}`;
      pickups.set(number, body);
      if (losesPickup) {
        losesPickup = false;
        return null;
      }
      return [201, { dispatchConfirmationNumbers: [number], readyByTime: '12:00' }];
    },
  ],
  [
    'DELETE',
    /^\/mydhlapi\/test\/pickups\/(\w+)$/,
    ({ query }, number) => {
      if (query.get('requestorName') === null || query.get('reason') === null)
        return problem(400, 'Missing parameters');
      return pickups.delete(number) ? [200, {}] : problem(404, 'No data found', 'Not data found');
    },
  ],
];

const LOCAL_MS = 3 * 3_600_000;
const CONTROL = {
  /** A driver's scan, of the shipment or of one piece, in the local time of Riyadh. */
  scan: ({ awb, typeCode, piece, ageMs = 0, signedBy, offset = '+03:00' }) => {
    const shipment = shipments.get(awb);
    const local = new Date(Date.now() + LOCAL_MS - ageMs + shipment.events.length * 1_000).toISOString();
    const event = {
      date: local.slice(0, 10),
      time: local.slice(11, 19),
      ...(offset !== null && { GMTOffset: offset }),
      typeCode,
      description: `Checkpoint ${typeCode}`,
      serviceArea: [{ code: 'RUH', description: 'Riyadh-SA' }],
      ...(signedBy !== undefined && { signedBy }),
    };
    shipment.events.push(event);
    for (const [at, events] of shipment.pieces.entries())
      if (piece === undefined || piece === at + 1) events.push(event);
  },
  /** The next pick-up is scheduled, and its answer is lost. */
  losePickup: () => {
    losesPickup = true;
  },
  requests: () => ({ requests }),
  shipments: () => ({ shipments: [...shipments.values()] }),
  pickups: () => ({ pickups: [...pickups] }),
};

serve({
  port: process.argv[2],
  routes: ROUTES,
  control: CONTROL,
  authorize: ({ headers }) => {
    if (headers['x-version'] === undefined) return problem(400, 'Missing header x-version');
    const isKnown = headers.authorization === `Basic ${base64(KEY)}`;
    return isKnown ? undefined : [401, { reasons: [{ msg: 'Invalid Credentials' }], details: { msgId: 'Id-1' } }];
  },
});
