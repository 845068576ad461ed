import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { servicePrincipal } from '@qafila/auth/service-principal';
import type { JsonSchema } from '@qafila/contracts/event-type';
import { SHIPMENT_EVENT_TYPES } from '@qafila/contracts/shipment-events';
import type { JsonObject, JsonValue } from '@qafila/json/json-value';
import { parseStrict } from '@qafila/json/strict-json';
import { DOMESTIC_EXAMPLE, INTERNATIONAL_EXAMPLE, RETURN_BODY, RETURN_EXAMPLE, SHIPMENT_BODY } from '@qafila/openapi/shipment-body';
import { SHIPMENT_PARTICULARS } from '@qafila/openapi/shipment-particulars';
import { readCreateBody } from '../src/body/create-body.ts';
import { STATUSES } from '../src/shipments/status.ts';
import { domestic, international, riyadhParty, RULES, violationsOf, withCod } from './bodies.ts';
import type { Body } from './bodies.ts';
import { startShipmentForTest } from './harness.ts';
import type { Answer, Json, ShipmentUnderTest } from './harness.ts';

const BASE = '/oe/aggtr/api/v1/shipments';
/** What a client's validator says. */
function validator(schema: JsonSchema, components: unknown = {}): (value: unknown) => string[] {
  const validate = new Ajv2020({ strict: false, validateFormats: false, allErrors: true }).compile({ components, allOf: [schema] });
  return (value) => (validate(value) ? [] : (validate.errors ?? []).map(({ instancePath, keyword }) => `${instancePath} ${keyword}`));
}

/** Every place in a body, as the way to it. */
function places(value: unknown, way: (string | number)[] = []): (string | number)[][] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, one]) => [[...way, name], ...places(one, [...way, name])]);
}

function changed(body: Body, way: (string | number)[], change: (holder: Body, name: string | number) => void): Body {
  const copy = structuredClone(body);
  change(way.slice(0, -1).reduce<Body>((at, name) => at[name], copy), way.at(-1) as string);
  return copy;
}

describe('the described body', () => {
  it.each<[string, object, 'shipment' | 'return', JsonSchema]>([
    ['domestic', DOMESTIC_EXAMPLE, 'shipment', SHIPMENT_BODY], ['international', INTERNATIONAL_EXAMPLE, 'shipment', SHIPMENT_BODY], ['return', RETURN_EXAMPLE, 'return', RETURN_BODY],
  ])('of the %s example is taken by the service, and by its schema', (_, example, purpose, schema) => {
    expect([violationsOf(example, { purpose }), validator(schema)(example)]).toEqual([[], []]);
  });

  it('names exactly the fields that the service reads', () => {
    const read = new Map<string, Set<string>>();
    const watched = (value: JsonValue, path: string): JsonValue => {
      if (Array.isArray(value)) return value.map((one) => watched(one, path));
      if (typeof value !== 'object' || value === null || path === 'metadata' || value.constructor?.name === 'JsonNumber') return value;
      const names = read.get(path) ?? new Set<string>();
      read.set(path, names);
      const at = (name: string): string => (path === '' ? name : `${path}.${name}`);
      const inner = Object.fromEntries(Object.entries(value).map(([name, one]) => [name, watched(one as JsonValue, at(name))]));
      return new Proxy(inner, { get: (target, name) => (names.add(String(name)), target[name as string]) }) as JsonObject;
    };
    const body = { ...international(), paymentMode: 'PREPAID', metadata: { a: 1 } };
    readCreateBody(watched(parseStrict(JSON.stringify(body), { numbers: 'exact' }), ''), RULES);
    const namedIn = (schema: Json): string[] => Object.keys(schema.properties).sort();
    const { shipToInfo, shipFromInfo, packagesInfo, pricing, customs } = SHIPMENT_BODY.properties as Json;
    const described = { '': SHIPMENT_BODY, shipToInfo, shipFromInfo, packagesInfo: packagesInfo.items, 'packagesInfo.items': packagesInfo.items.properties.items.items, pricing, customs };
    expect(Object.fromEntries([...read].map(([path, names]) => [path, [...names].sort()])))
      .toEqual(Object.fromEntries(Object.entries(described).map(([path, schema]) => [path, namedIn(schema)])));
    expect(namedIn(RETURN_BODY)).toEqual(namedIn(SHIPMENT_BODY));
  });

  it('refuses nothing that the service takes, and takes nothing without what it says is required', () => {
    const broken = validator(SHIPMENT_BODY);
    const bodies: Body[] = [domestic(), withCod(), international(), DOMESTIC_EXAMPLE, INTERNATIONAL_EXAMPLE];
    const changes: ((holder: Body, name: string | number) => void)[] = [
      (holder, name) => { delete holder[name]; }, (holder, name) => { holder[name] = null; }, (holder, name) => { holder[name] = `${holder[name]}`; },
      // A choice that is empty is taken as none, which a list of choices need not say.
      (holder, name) => { holder[name] = ['paymentMode', 'incoterm'].includes(String(name)) ? null : ''; }, (holder, name) => { holder[name] = []; }, (holder, name) => { holder[name] = true; }, (holder) => { holder.colour = 'red'; },
    ];
    let [taken, refused] = [0, 0];
    for (const body of bodies) {
      for (const way of places(body).filter(([first]) => first !== 'metadata')) {
        for (const change of changes) {
          const one = changed(body, way, change);
          const [service, schema] = [violationsOf(one), broken(one)];
          if (service.length === 0) expect([way, one, schema]).toEqual([way, one, []]);
          if (schema.some((error) => / (required|additionalProperties)$/.test(error))) expect([way, service]).not.toEqual([way, []]);
          if (service.length === 0) taken++; else refused++;
        }
      }
    }
    // Both kinds are many, or this has compared nothing.
    expect([taken > 100, refused > 100]).toEqual([true, true]);
  });
});

describe('the service\'s own description', () => {
  let shipment: ShipmentUnderTest;
  let document: Json;
  beforeAll(async () => {
    shipment = await startShipmentForTest();
    document = (await shipment.call('GET', '/internal/v1/openapi.json', undefined, { principal: servicePrincipal('gateway', 'stage') })).body;
  });
  afterAll(() => shipment?.stop());

  const operations = (): string[] => Object.entries<Json>(document.paths).flatMap(([path, item]) => Object.keys(item).map((method) => `${method} ${path}`));
  const operation = (name: string): Json => document.paths[name.split(' ')[1] as string]?.[name.split(' ')[0] as string];

  /** Calls what is described, and holds the answer against the description. */
  async function fits(name: string, { id = '', body, path }: { id?: string; body?: unknown; path?: string } = {}): Promise<Answer> {
    const [method, template] = name.split(' ') as [string, string];
    const answer = await shipment.call(method.toUpperCase(), path ?? template.replace(/\{\w+\}/, id), body);
    const { [answer.status]: done, default: refusal } = operation(name).responses;
    const { content } = done ?? document.components.responses[refusal.$ref.split('/').at(-1)];
    const type = (answer.headers.get('content-type') ?? '').split(';')[0] as string;
    expect([name, Object.keys(content)]).toEqual([name, expect.arrayContaining([type])]);
    if (type === 'application/json') expect([name, answer.status, validator(content[type].schema, document.components)(answer.body)]).toEqual([name, answer.status, []]);
    return answer;
  }

  it('has every operation of §4.3 to §4.8 and those beside it, with their scopes', () => {
    expect(operations().sort()).toEqual(Object.keys(SHIPMENT_PARTICULARS).sort());
    const open = operations().filter((name) => operation(name)['x-required-scope'] === undefined);
    expect(open).toEqual(['post /oe/aggtr/api/v1/couriers/{courier_id}/webhook', 'get /awb/{account_id}/{shipment_id}/{file}']);
    for (const name of operations().filter((one) => !open.includes(one))) {
      expect([name, operation(name)['x-required-scope']]).toEqual([name, name.startsWith('get ') ? 'shipments:read' : 'shipments:write']);
    }
    const wanted = operations().filter((name) => operation(name).requestBody?.required === true);
    expect(wanted).toEqual([`post ${BASE}`, `put ${BASE}/couriers/{courier_id}`, `post ${BASE}/{shipment_id}/return`, 'post /oe/aggtr/api/v1/couriers/{courier_id}/webhook']);
    expect(Object.keys(operation(`post ${BASE}`).requestBody.content['application/json'].examples)).toEqual(['first', 'international']);
  });

  it('speaks the dialect of shipments alone, in the states that there are', () => {
    expect(Object.keys(document.components.schemas)).toEqual(['ShipmentSuccess', 'ShipmentError']);
    const [, { properties: { data } }] = operation(`get ${BASE}/{shipment_id}/track`).responses[200].content['application/json'].schema.allOf;
    expect(data.properties.shipmentStatus.enum).toEqual(STATUSES);
    for (const { sample } of SHIPMENT_EVENT_TYPES) expect(data.properties.shipmentStatus.enum).toContain(sample['shipmentStatus']);
  });

  it('is kept by real answers, files and refusals', async () => {
    const { body: { data: { shipmentId: id } } } = await fits(`post ${BASE}`, { body: DOMESTIC_EXAMPLE });
    await fits(`post ${BASE}`, { body: INTERNATIONAL_EXAMPLE });
    await shipment.work();
    const awb = (await fits(`get ${BASE}/{shipment_id}/awb`, { id })).body.data;
    for (const path of [awb.formats.pdf, awb.formats.zpl, awb.formats.png[1]]) expect((await fits('get /awb/{account_id}/{shipment_id}/{file}', { path })).status).toBe(200);
    expect((await fits('get /awb/{account_id}/{shipment_id}/{file}', { path: `${awb.formats.pdf}x` })).status).toBe(403);
    const scan = shipment.falcon.scan(awb.awb, 'DELIVERED', { signedBy: 'نورة', codCollectedMinor: undefined });
    expect((await shipment.tell(shipment.falcon, [scan])).status).toBe(200);
    expect((await fits(`get ${BASE}/{shipment_id}/track`, { id })).body.data).toMatchObject({ shipmentStatus: 'DELIVERED', codAmount: 253 });
    expect((await fits(`get ${BASE}`, { path: `${BASE}?status=DELIVERED&alarms=false&limit=1` })).body.data.items).toHaveLength(1);
    expect((await fits(`post ${BASE}/{shipment_id}/return`, { id, body: RETURN_EXAMPLE })).status).toBe(200);
    expect((await fits(`post ${BASE}/{shipment_id}/cancel`, { id })).status).toBe(409);
    const other = await shipment.ship({ shipFromInfo: riyadhParty() });
    for (const [command, status] of [['retry-booking', 202], ['cancel', 202], ['clear-alarms', 200]] as const) {
      expect([command, (await fits(`post ${BASE}/{shipment_id}/${command}`, { id: other })).status]).toEqual([command, status]);
    }
    expect((await fits(`put ${BASE}/couriers/{courier_id}`, { id: 'camel', body: { enabled: false } })).body.data).toEqual({ couriers: ['falcon'] });
    await fits(`get ${BASE}/couriers`);
    expect((await fits(`get ${BASE}/{shipment_id}/track`, { id: 'shp_none' })).status).toBe(404);
    expect((await fits(`post ${BASE}`, { body: { ...DOMESTIC_EXAMPLE, currency: 'XXX', colour: 'red' } })).body.details.length).toBeGreaterThan(1);
  });
});
