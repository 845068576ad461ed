import type { JsonObject, JsonValue } from '@qafila/json/json-value';
import { csvOf } from '@qafila/csv/write-csv';
import { readCsv } from '@qafila/csv/read-csv';
import { invalid } from '@qafila/envelopes/refusal';
import { closestName } from '@qafila/runtime/closest-name';
import { fieldsOf } from '@qafila/schema/field';
import type { Class, Rule } from '@qafila/schema/field';
import { DOMESTIC_EXAMPLE } from '../body/body-examples.ts';
import { CreateShipmentBody } from '../body/create-body.schema.ts';
import { BULK, LIMITS } from '../limits.ts';

/** The usual columns of a file, in the order of the template. Every other path of the body is a column too. */
export const TEMPLATE_COLUMNS: readonly string[] = [
  ...['referenceNumber', 'courierId', 'serviceCode', 'paymentMode', 'currency', 'codAmount'],
  ...['subTotal', 'discountAmount', 'taxAmount', 'shippingAmount', 'totalAmount'].map((name) => `pricing.${name}`),
  ...partyColumns('shipToInfo'),
  ...partyColumns('shipFromInfo'),
  ...['weight', 'length', 'width', 'height', 'description'].map((name) => `packagesInfo.0.${name}`),
  ...['sku', 'name', 'quantity', 'unitPrice', 'discountAmount', 'taxRate'].map(
    (name) => `packagesInfo.0.items.0.${name}`,
  ),
  'instructions',
];

function partyColumns(party: string): string[] {
  const names = ['name', 'phone', 'email', 'shortAddress', 'buildingNumber', 'addressLine1', 'district', 'city'];
  return [...names, 'postalCode', 'countryCode'].map((name) => `${party}.${name}`);
}

const [PACKAGE] = DOMESTIC_EXAMPLE.packagesInfo;
/** One package, with the sums that follow from it. */
const EXAMPLE = {
  ...DOMESTIC_EXAMPLE,
  packagesInfo: [PACKAGE],
  codAmount: '115.00',
  pricing: { subTotal: '100.00', taxAmount: '15.00', totalAmount: '115.00' },
};

/** A file to fill in, with one example. */
export function templateCsv(): string {
  const example = TEMPLATE_COLUMNS.map((column) => {
    const value = column
      .split('.')
      .reduce<unknown>((at, name) => (at as Record<string, unknown> | undefined)?.[name], EXAMPLE);
    return value === undefined || value === null ? '' : String(value as string | number);
  });
  return csvOf(TEMPLATE_COLUMNS, [example]);
}

/** The bodies of a file's rows. Throws a 400 that names the column or row. */
export async function bodiesOfCsv(csv: string): Promise<JsonObject[]> {
  let columns: string[] = [];
  const bodies: JsonObject[] = [];
  const rows = readCsv(csv, {
    field: 'csv',
    rowsMax: BULK.rowsMax,
    cellCharactersMax: LIMITS.longTextCharactersMax,
    checkColumns: (names) => {
      columns = [...names].filter((name) => name !== '');
      checkColumns(columns);
    },
  });
  for await (const row of rows) {
    const body: JsonObject = {};
    for (const column of columns) {
      // Spreadsheets want a quote before what would be a formula, such as +966501234567.
      const text = row.text(column).replace(/^'(?=[=+@-])/, '');
      if (text !== '') setAt(body, column.split('.'), text);
    }
    bodies.push(body);
  }
  if (bodies.length === 0) throw invalid('csv', 'csv has no rows below its heading.');
  return bodies;
}

function checkColumns(columns: readonly string[]): void {
  if (columns.length > BULK.columnsMax) throw invalid('csv', `csv may have at most ${BULK.columnsMax} columns.`);
  for (const column of columns) {
    if (isColumn(column.split('.'), CreateShipmentBody)) continue;
    const meant = closestName(column, TEMPLATE_COLUMNS);
    const hint = meant === undefined ? '.' : `; did you mean ${meant.name}?`;
    throw invalid('csv', `csv has the column ${JSON.stringify(column)}, which is no field of a shipment${hint}`);
  }
}

/** Whether the path leads to one field of the body. Of metadata any name does. */
function isColumn([name, ...rest]: readonly string[], type: Class): boolean {
  if (name === 'metadata' && type === CreateShipmentBody)
    return rest.length === 1 && /^[a-z][\w-]{0,63}$/i.test(rest[0] as string);
  const rule = fieldsOf(type).get(name ?? '')?.rule;
  return rule !== undefined && leadsToField(rest, rule);
}

function leadsToField(rest: readonly string[], { nested, schema }: Rule): boolean {
  if (nested === undefined) return rest.length === 0;
  if (schema.type !== 'array') return isColumn(rest, nested());
  const [index = '', ...below] = rest;
  return /^(0|[1-9]\d{0,2})$/.test(index) && Number(index) < LIMITS.itemsPerPackageMax && isColumn(below, nested());
}

/** The path is one of `isColumn`, so its names are fields. Items of a list that have no cell are empty objects. */
function setAt(body: JsonObject, path: readonly string[], text: string): void {
  let at: JsonObject | JsonValue[] = body;
  for (const [place, name] of path.entries()) {
    const isLast = place === path.length - 1;
    const isListNext = /^\d+$/.test(path[place + 1] ?? '');
    if (Array.isArray(at)) {
      while (at.length <= Number(name)) at.push({});
      at = at[Number(name)] as JsonObject;
    } else if (isLast) at[name] = text;
    else at = (at[name] ??= isListNext ? [] : {}) as JsonObject | JsonValue[];
  }
}
