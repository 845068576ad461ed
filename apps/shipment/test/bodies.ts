import type { Refusal } from '@qafila/envelopes/refusal';
import { shipmentCode } from '@qafila/envelopes/shipment';
import { parseStrict } from '@qafila/json/strict-json';
import type { JsonObject } from '@qafila/json/json-value';
import { readCreateBody } from '../src/body/create-body.ts';
import type { BodyRules, ShipmentRequest } from '../src/body/create-body.ts';

// Tests change bodies field by field.
// eslint-disable-next-line @typescript-eslint/no-explicit-any
export type Body = any;

export function riyadhParty(): Body {
  return {
    name: 'محمد عبد الله القحطاني',
    phone: '٠٥٠١٢٣٤٥٦٧',
    addressLine1: 'طريق الملك فهد',
    district: 'العليا',
    city: 'الرياض',
    postalCode: '12333',
    countryCode: 'SA',
    shortAddress: 'RRRD2929',
  };
}

export function riyadhLatin(): Body {
  return { name: 'Mohammed Al-Qahtani', addressLine1: 'King Fahd Road', district: 'Al Olaya', city: 'Riyadh' };
}

export function domestic(): Body {
  return {
    referenceNumber: 'ORDER-1',
    currency: 'SAR',
    shipToInfo: riyadhParty(),
    shipFromInfo: { ...riyadhParty(), name: 'Qafila Warehouse' },
    packagesInfo: [
      {
        weight: 1.25,
        description: 'Shirts',
        items: [{ sku: 'S1', name: 'Shirt', quantity: 2, unitPrice: '50.00', taxRate: 15 }],
      },
    ],
  };
}

export function withCod(): Body {
  return {
    ...domestic(),
    paymentMode: 'COD',
    codAmount: 115,
    pricing: { subTotal: 100, taxAmount: 15, totalAmount: 115 },
  };
}

export function international(): Body {
  return {
    referenceNumber: 'ORDER-2',
    currency: 'AED',
    incoterm: 'DAP',
    customs: { contentType: 'MERCHANDISE', invoiceNumber: 'INV-1' },
    pricing: { subTotal: '200.00', totalAmount: '200.00' },
    shipToInfo: {
      name: 'Fatima Al Mansoori',
      phone: '+971501234567',
      addressLine1: 'Al Wasl Road 7',
      city: 'Dubai',
      countryCode: 'AE',
    },
    shipFromInfo: { ...riyadhParty(), latin: riyadhLatin() },
    packagesInfo: [
      {
        weight: '0.5',
        description: 'Dates',
        declaredValue: 200,
        items: [{ name: 'Dates', quantity: 4, unitPrice: 50, hsCode: '080410200001', originCountry: 'SA' }],
      },
    ],
  };
}

export const RULES: BodyRules = { purpose: 'shipment', couriers: ['falcon', 'camel'], nationalAddress: true };

/** Parses the body as a request's bytes are parsed. */
export function read(body: Body, rules: Partial<BodyRules> = {}): ShipmentRequest {
  return readCreateBody(parseStrict(JSON.stringify(body), { numbers: 'exact' }) as JsonObject, { ...RULES, ...rules });
}

/** `code field` of each violation, as the answer spells it. */
export function violationsOf(body: Body, rules: Partial<BodyRules> = {}): string[] {
  try {
    read(body, rules);
    return [];
  } catch (error) {
    const all = (error as Refusal).more?.violations;
    if (all === undefined) throw error;
    return all.map(({ code, field }) => `${shipmentCode(code)} ${field}`);
  }
}

/** The body with these fields changed, by their paths (`packagesInfo.0.weight`). Undefined removes a field. */
export function changed(body: Body, fields: Record<string, unknown>): Body {
  for (const [path, value] of Object.entries(fields)) {
    const names = path.split('.');
    const parent = names.slice(0, -1).reduce<Body>((current, name) => current[name], body);
    parent[names.at(-1) as string] = value;
  }
  return body;
}
