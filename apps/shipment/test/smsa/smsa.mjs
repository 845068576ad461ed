// SMSA Express as its documentation describes it, for the calls that the adapter makes. It refuses what its schemas do
// not know. What a shipment is to go through is in the description of its contents.
import { serve } from '../couriers/fake-server.mjs';
import { faultOf } from '../couriers/strict-body.mjs';
import { B2C, C2B } from './smsa-schema.mjs';

const KEY = 'test-key-of-smsa-0001';
const shipments = new Map();
const requests = [];
let count = 0;

const nextAwb = () => String(231_200_000_000 + ++count);
const label = (type, awb) =>
  Buffer.from(type === 'ZPL' ? `^XA^FD${awb}^FS^XZ` : `%PDF label ${awb}`).toString('base64');
const shown = ({ sawb, createDate, parcels, type }) => ({
  sawb,
  createDate,
  shipmentParcelsCount: parcels.length,
  waybills: parcels.map((awb) => ({ awb, awbFile: label(type, awb) })),
});

const create = (schema, isReturn) => (request) => {
  const body = JSON.parse(request.text);
  requests.push({ path: request.path, body });
  const fault = faultOf(schema, body);
  if (fault !== undefined)
    return [400, { title: 'One or more validation errors occurred.', errors: { Body: [fault] } }];
  if (/REFUSED/.test(body.ContentDescription)) return [400, 'Destination city is not served'];
  const sawb = nextAwb();
  const shipment = {
    sawb,
    isReturn,
    body,
    createDate: body.ShipDate,
    type: body.WaybillType ?? 'PDF',
    parcels: body.Parcels === 1 ? [sawb] : Array.from({ length: body.Parcels }, nextAwb),
    scans: [],
  };
  shipments.set(sawb, shipment);
  return /ANSWER-LOST/.test(body.ContentDescription) ? null : [200, shown(shipment)];
};

const query = (isReturn) => (_, awb) => {
  const found = shipments.get(awb);
  return found?.isReturn === isReturn ? [200, shown(found)] : [404, 'Shipment not found'];
};

const ofNumber = (awb) => shipments.get(awb) ?? [...shipments.values()].find(({ parcels }) => parcels.includes(awb));

/** Of a parcel its own scans; the shipment has those of all. */
const tracked = ({ sawb, body, scans }, awb = sawb) => ({
  AWB: awb,
  Reference: body.OrderNumber,
  Pieces: body.Parcels,
  CODAmount: body.CODAmount ?? 0,
  ContentDesc: body.ContentDescription,
  RecipientName: body.ConsigneeAddress?.ContactName,
  Scans: scans
    .filter(({ of }) => awb === sawb || of === awb)
    .map(({ of: _, ...scan }) => scan)
    .reverse(),
});

const ROUTES = [
  ['POST', /^\/api\/shipment\/b2c\/new$/, create(B2C, false)],
  ['POST', /^\/api\/c2b\/new$/, create(C2B, true)],
  ['GET', /^\/api\/shipment\/b2c\/query\/(\w+)$/, query(false)],
  ['GET', /^\/api\/c2b\/query\/(\w+)$/, query(true)],
  [
    'POST',
    /^\/api\/c2b\/cancel\/(\w+)$/,
    (_, awb) => {
      const found = shipments.get(awb);
      if (found.scans.length > 0) return [400, 'Shipment cannot be cancelled after pickup'];
      if (found.isCancelled) return [400, 'Shipment already cancelled'];
      found.isCancelled = true;
      return [200, 'Shipment Cancelled Successfully!'];
    },
  ],
  [
    'POST',
    /^\/api\/track\/bulk\/$/,
    (request) => {
      const awbs = JSON.parse(request.text);
      if (awbs.some((awb) => !/^\d{12}$/.test(awb))) return [400, 'Invalid AWB number'];
      return [200, awbs.flatMap((awb) => (ofNumber(awb) ? [tracked(ofNumber(awb), awb)] : []))];
    },
  ],
  [
    'GET',
    /^\/api\/track\/single\/(\w+)$/,
    (_, awb) => (ofNumber(awb) ? [200, tracked(ofNumber(awb), awb)] : [404, 'Shipment not found']),
  ],
  [
    'GET',
    /^\/api\/track\/reference\/([\w.]+)$/,
    (_, reference) => {
      const found = [...shipments.values()].findLast(
        ({ body, isReturn }) => !isReturn && body.OrderNumber === reference,
      );
      return found === undefined ? [404, 'Shipment not found'] : [200, tracked(found)];
    },
  ],
  [
    'GET',
    /^\/api\/track\/statuslookup$/,
    () => [200, [{ Code: 'DL', ScanDescEN: 'Delivered', ScanDescAR: 'تم التسليم' }]],
  ],
];

const RIYADH_MS = 3 * 3_600_000;
const CONTROL = {
  /** A driver's scan of a shipment or of one of its parcels, in the local time of Riyadh. */
  scan: ({ awb, type, receivedBy }) => {
    const { scans } = ofNumber(awb);
    scans.push({
      of: awb,
      ...(receivedBy !== undefined && { ReceivedBy: receivedBy }),
      City: 'Riyadh',
      ScanType: type,
      ScanDescription: `Scan ${type}`,
      ScanDateTime: new Date(Date.now() + RIYADH_MS + scans.length * 1_000).toISOString().slice(0, 19),
      ScanTimeZone: '+03:00',
    });
  },
  requests: () => ({ requests }),
  shipments: () => ({ shipments: [...shipments.values()] }),
};

serve({
  port: process.argv[2],
  routes: ROUTES,
  control: CONTROL,
  authorize: ({ headers }) => (headers.apikey === KEY ? undefined : [401, 'No or invalid ApiKey header']),
});
