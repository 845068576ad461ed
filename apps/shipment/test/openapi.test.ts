import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { DocumentSchemas } from '@qafila/testing/check-answers';
import { servicePrincipal } from '@qafila/auth/service-principal';
import type { JsonSchema } from '@qafila/contracts/event-type';
import { SHIPMENT_EVENT_TYPES } from '@qafila/contracts/shipment-events';
import { exampleOf } from '@qafila/schema/examples';
import { DOMESTIC_EXAMPLE, INTERNATIONAL_EXAMPLE, RETURN_EXAMPLE } from '../src/body/body-examples.ts';
import { CreateReturnBody, CreateShipmentBody } from '../src/body/create-body.schema.ts';
import { STATUSES } from '../src/state/status.ts';
import type { HttpAnswer, Json } from '@qafila/testing/http-call';
import { domestic, international, riyadhParty, violationsOf, withCod } from './bodies.ts';
import type { Body } from './bodies.ts';
import { startShipmentForTest } from './harness.ts';
import type { ShipmentUnderTest } from './harness.ts';

const BASE = '/oe/aggtr/api/v1/shipments';
/** What a client's validator reports. */
function validator(schema: JsonSchema, components: unknown = {}): (value: unknown) => string[] {
  const known = compiled.get(components as object) ?? new DocumentSchemas({ components });
  compiled.set(components as object, known);
  return (value) => known.problems(schema, value).map(({ instancePath, keyword }) => `${instancePath} ${keyword}`);
}
const compiled = new WeakMap<object, DocumentSchemas>();

/** The path to every field and element of a body. */
function pathsIn(value: unknown, path: (string | number)[] = []): (string | number)[][] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, child]) => [[...path, name], ...pathsIn(child, [...path, name])]);
}

function changedAt(body: Body, path: (string | number)[], change: (parent: Body, name: string | number) => void): Body {
  const copy = structuredClone(body);
  change(
    path.slice(0, -1).reduce<Body>((parent, name) => parent[name], copy),
    path.at(-1) as string,
  );
  return copy;
}

const couriers = ['sandbox-express', 'sandbox-economy'];
let shipment: ShipmentUnderTest;
let document: Json;
beforeAll(async () => {
  shipment = await startShipmentForTest();
  document = (
    await shipment.call('GET', '/internal/v1/openapi.json', undefined, {
      principal: servicePrincipal('gateway', 'stage'),
    })
  ).body;
});
afterAll(() => shipment?.stop());

const schemaOf = (name: string): ((value: unknown) => string[]) =>
  validator(document.components.schemas[name], document.components);

describe('the described body', () => {
  it.each<[string, object, 'shipment' | 'return']>([
    ['domestic', DOMESTIC_EXAMPLE, 'shipment'],
    ['international', INTERNATIONAL_EXAMPLE, 'shipment'],
    ['composed', exampleOf(CreateShipmentBody), 'shipment'],
    ['return', RETURN_EXAMPLE, 'return'],
    ['composed return', exampleOf(CreateReturnBody), 'return'],
  ])('of the %s example is accepted by the service and by its schema', (_, example, purpose) => {
    const schema = schemaOf(purpose === 'return' ? 'CreateReturnBody' : 'CreateShipmentBody');
    expect([violationsOf(example, { purpose, couriers }), schema(example)]).toEqual([[], []]);
  });

  it('has an example of every field', () => {
    const body = exampleOf(CreateShipmentBody) as Json;
    const parts = {
      CreateShipmentBody: body,
      ShipmentReceiver: body.shipToInfo,
      ShipmentSender: body.shipFromInfo,
      ShipmentPackage: body.packagesInfo[0],
      ShipmentItem: body.packagesInfo[0].items[0],
      ShipmentPricing: body.pricing,
      ShipmentCustoms: body.customs,
    };
    for (const [name, example] of Object.entries(parts))
      expect([name, Object.keys(example)]).toEqual([name, Object.keys(document.components.schemas[name].properties)]);
  });

  it('accepts everything that the service accepts, and the service refuses what lacks its required fields', () => {
    const schemaErrors = schemaOf('CreateShipmentBody');
    const bodies: Body[] = [domestic(), withCod(), international(), DOMESTIC_EXAMPLE, INTERNATIONAL_EXAMPLE];
    const changes: ((parent: Body, name: string | number) => void)[] = [
      (parent, name) => {
        delete parent[name];
      },
      (parent, name) => {
        parent[name] = null;
      },
      (parent, name) => {
        parent[name] = `${parent[name]}`;
      },
      // The service treats an empty choice as absent; the schema's list of choices does not have it.
      (parent, name) => {
        parent[name] = ['paymentMode', 'incoterm'].includes(String(name)) ? null : '';
      },
      (parent, name) => {
        parent[name] = [];
      },
      (parent, name) => {
        parent[name] = true;
      },
      (parent) => {
        parent.colour = 'red';
      },
    ];
    let [accepted, refused] = [0, 0];
    for (const body of bodies) {
      for (const path of pathsIn(body).filter(([first]) => first !== 'metadata')) {
        for (const change of changes) {
          const variant = changedAt(body, path, change);
          const [violations, errors] = [violationsOf(variant), schemaErrors(variant)];
          if (violations.length === 0) expect([path, variant, errors]).toEqual([path, variant, []]);
          if (errors.some((error) => / (required|additionalProperties)$/.test(error)))
            expect([path, violations]).not.toEqual([path, []]);
          if (violations.length === 0) accepted++;
          else refused++;
        }
      }
    }
    // Without many of both kinds the comparison would prove nothing.
    expect([accepted > 100, refused > 100]).toEqual([true, true]);
  });
});

describe("the service's own description", () => {
  const operations = (): string[] =>
    Object.entries<Json>(document.paths).flatMap(([path, item]) =>
      Object.keys(item).map((method) => `${method} ${path}`),
    );
  const operation = (name: string): Json =>
    document.paths[name.split(' ')[1] as string]?.[name.split(' ')[0] as string];

  /** A POST for its body alone. */
  const isReading = (name: string): boolean => /\/(dry-run|quotes|labels)$/.test(name);

  it('has every operation of §4.3 to §4.8 and the additive ones, with their scopes', () => {
    const accounts = '/oe/aggtr/api/v1/courier-accounts';
    const rules = '/oe/aggtr/api/v1/courier-rules';
    const cod = '/oe/aggtr/api/v1/cod';
    const callback = '/oe/aggtr/api/v1/couriers/{courier_id}/webhook/{courier_account_id}';
    const expected = [
      `delete ${accounts}/{courier_id}`,
      'get /awb/{account_id}/{shipment_id}/{file}',
      `get ${cod}/ageing`,
      `get ${cod}/entries`,
      `get ${cod}/exceptions`,
      `get ${cod}/mappings/{courier_id}`,
      `get ${cod}/parcels`,
      `get ${cod}/remittances`,
      `get ${cod}/remittances/import`,
      `get ${cod}/remittances/lines`,
      `get ${cod}/totals`,
      `get ${accounts}`,
      `get ${accounts}/{courier_id}`,
      `get ${rules}`,
      `get ${rules}/versions`,
      `get ${rules}/versions/{version}`,
      `get ${callback}`,
      `get ${BASE}`,
      `get ${BASE}/alarms`,
      `get ${BASE}/bulk`,
      `get ${BASE}/bulk/template.csv`,
      `get ${BASE}/bulk/{job_id}`,
      `get ${BASE}/bulk/{job_id}/results.csv`,
      `get ${BASE}/bulk/{job_id}/rows`,
      `get ${BASE}/couriers`,
      `get ${BASE}/instructions`,
      `get ${BASE}/manifests`,
      `get ${BASE}/manifests/{manifest_id}`,
      `get ${BASE}/manifests/{manifest_id}/pdf`,
      `get ${BASE}/pickup-hours`,
      `get ${BASE}/pickups`,
      `get ${BASE}/pickups/{pickup_id}`,
      `get ${BASE}/{shipment_id}`,
      `get ${BASE}/{shipment_id}/awb`,
      `get ${BASE}/{shipment_id}/problem-reports`,
      'get /oe/aggtr/api/v1/addresses/{short_address}',
      `get ${BASE}/{shipment_id}/notices`,
      `get ${BASE}/{shipment_id}/proof`,
      `get ${BASE}/{shipment_id}/proof/{file_number}`,
      `get ${BASE}/{shipment_id}/track`,
      `post ${rules}/dry-run`,
      'get /oe/aggtr/api/v1/tracking-page',
      `post ${cod}/exceptions/{exception_id}/resolve`,
      `post ${cod}/remittances/import`,
      `post ${cod}/remittances/read`,
      'get /oe/aggtr/api/v1/watch/report',
      'get /oe/aggtr/api/v1/watch/report.csv',
      'get /oe/aggtr/api/v1/watch/rules',
      'get /oe/aggtr/api/v1/notices/settings',
      'put /oe/aggtr/api/v1/notices/settings',
      'put /oe/aggtr/api/v1/watch/rules',
      'post /oe/aggtr/api/v1/couriers/{courier_id}/webhook',
      `post ${callback}`,
      `post ${BASE}`,
      `post ${BASE}/manifests`,
      `post ${BASE}/manifests/{manifest_id}/left-behind`,
      `post ${BASE}/manifests/{manifest_id}/resolve`,
      `post ${BASE}/pickups`,
      `post ${BASE}/pickups/{pickup_id}/cancel`,
      `post ${BASE}/pickups/{pickup_id}/resolve`,
      `post ${BASE}/bulk`,
      `post ${BASE}/quotes`,
      `post ${BASE}/labels`,
      `post ${BASE}/bulk/{job_id}/cancel`,
      `post ${BASE}/{shipment_id}/alarms/{alarm_id}/resolve`,
      `post ${BASE}/{shipment_id}/cancel`,
      `post ${BASE}/{shipment_id}/clear-alarms`,
      `post ${BASE}/{shipment_id}/declare-absent`,
      `post ${BASE}/{shipment_id}/declare-outcome`,
      `post ${BASE}/{shipment_id}/instructions`,
      `post ${BASE}/{shipment_id}/instructions/{instruction_id}/resolve`,
      `post ${BASE}/{shipment_id}/retry-booking`,
      `post ${BASE}/{shipment_id}/return`,
      `post ${BASE}/{shipment_id}/set-waybill`,
      `put ${cod}/mappings/{courier_id}`,
      `put ${accounts}/{courier_id}`,
      `put ${rules}`,
      `put ${BASE}/couriers/{courier_id}`,
      `put ${BASE}/pickup-hours/{courier_id}`,
      `put ${BASE}/{shipment_id}`,
      'put /oe/aggtr/api/v1/tracking-page',
    ];
    expect(operations().sort()).toEqual(expected.sort());
    const open = operations().filter((name) => operation(name)['x-required-scope'] === undefined);
    expect(open).toEqual([
      'post /oe/aggtr/api/v1/couriers/{courier_id}/webhook',
      `post ${callback}`,
      `get ${callback}`,
      'get /awb/{account_id}/{shipment_id}/{file}',
    ]);
    for (const name of operations().filter((operationName) => !open.includes(operationName))) {
      expect([name, operation(name)['x-required-scope']]).toEqual([
        name,
        name.startsWith('get ') || isReading(name) ? 'shipments:read' : 'shipments:write',
      ]);
    }
    const withBody = operations().filter((name) => operation(name).requestBody?.required === true);
    expect(withBody.sort()).toEqual([
      `post ${cod}/exceptions/{exception_id}/resolve`,
      `post ${cod}/remittances/import`,
      `post ${cod}/remittances/read`,
      `post ${BASE}`,
      `post ${BASE}/labels`,
      `post ${BASE}/manifests`,
      `post ${BASE}/manifests/{manifest_id}/left-behind`,
      `post ${BASE}/manifests/{manifest_id}/resolve`,
      `post ${BASE}/pickups`,
      `post ${BASE}/pickups/{pickup_id}/resolve`,
      `post ${BASE}/quotes`,
      `post ${BASE}/{shipment_id}/declare-outcome`,
      `post ${BASE}/{shipment_id}/instructions`,
      `post ${BASE}/{shipment_id}/instructions/{instruction_id}/resolve`,
      `post ${BASE}/{shipment_id}/return`,
      `post ${BASE}/{shipment_id}/set-waybill`,
      `put ${cod}/mappings/{courier_id}`,
      `put ${accounts}/{courier_id}`,
      `put ${rules}`,
      `put ${BASE}/couriers/{courier_id}`,
      `put ${BASE}/pickup-hours/{courier_id}`,
      `put ${BASE}/{shipment_id}`,
      'put /oe/aggtr/api/v1/watch/rules',
    ]);
    const { examples } = operation(`post ${BASE}`).requestBody.content['application/json'];
    expect(Object.values<Json>(examples).map(({ value }) => value)).toEqual([
      exampleOf(CreateShipmentBody),
      DOMESTIC_EXAMPLE,
      INTERNATIONAL_EXAMPLE,
    ]);
  });

  it('uses the envelopes of shipments, and lists exactly the existing states', () => {
    const schemas = Object.keys(document.components.schemas);
    expect(schemas).toEqual(expect.arrayContaining(['ShipmentSuccess', 'ShipmentError']));
    expect(schemas.filter((name) => name.startsWith('Payment'))).toEqual([]);
    const states = document.components.schemas.TrackingAnswer.properties.shipmentStatus.enum as string[];
    expect(states).toEqual(STATUSES);
    for (const { sample } of SHIPMENT_EVENT_TYPES) expect(states).toContain(sample['shipmentStatus']);
  });

  it('describes every field and parameter, with an example', () => {
    const isNested = ({ $ref, items, oneOf = [] }: Json): boolean =>
      ($ref ?? items?.$ref ?? oneOf.find((one: Json) => one.$ref)) !== undefined;
    const fields = Object.entries<Json>(document.components.schemas).flatMap(([name, { properties = {} }]) =>
      Object.entries<Json>(properties).map(([field, schema]) => [`${name}.${field}`, schema] as const),
    );
    const parameters = operations().flatMap((name) =>
      operation(name).parameters.map((parameter: Json) => [`${name} ${parameter.name}`, parameter] as const),
    ) as [string, Json][];
    const lacking = [...fields, ...parameters].filter(
      ([, { description, examples, example, ...schema }]) =>
        !description || (examples === undefined && example === undefined && !isNested(schema)),
    );
    expect(lacking.map(([name]) => name)).toEqual([]);
    expect([fields.length > 100, parameters.length > 10]).toEqual([true, true]);
  });

  it('gives each answer an example that its own schema accepts', () => {
    const answers = operations().flatMap((name) => Object.entries<Json>(operation(name).responses));
    const checked = answers.flatMap(([status, response]) => {
      const resolved = response.$ref ? document.components.responses[response.$ref.split('/').at(-1)] : response;
      const { schema, example, examples } = resolved.content['application/json'] ?? {};
      const values = examples ? Object.values<Json>(examples).map(({ value }) => value) : [example];
      return schema === undefined
        ? []
        : values.map((value) => [status, validator(schema, document.components)(value)] as const);
    });
    expect(checked.filter(([, errors]) => errors.length > 0)).toEqual([]);
    expect(checked.length).toBeGreaterThan(100);
  });

  it('matches real answers, files and refusals', async () => {
    // The harness compares every answer with the document.
    const call = async (method: string, path: string, body?: unknown): Promise<HttpAnswer> =>
      shipment.call(method, path.startsWith('http') ? path : `${BASE}${path}`, body);
    const id = (await call('POST', '', DOMESTIC_EXAMPLE)).body.data.shipmentId as string;
    expect((await call('POST', '', INTERNATIONAL_EXAMPLE)).status).toBe(200);
    await shipment.makeDueCalls();
    const awb = (await call('GET', `/${id}/awb`)).body.data;
    for (const path of [awb.formats.pdf, awb.formats.zpl, awb.formats.png[1]])
      expect((await call('GET', path)).status).toBe(200);
    expect((await call('GET', `${awb.formats.pdf}x`)).status).toBe(403);
    const scan = shipment.falcon.scan(awb.awb, 'DELIVERED', { signedBy: 'نورة', codCollectedMinor: undefined });
    expect((await shipment.sendScans(shipment.falcon, [scan])).status).toBe(200);
    expect((await call('GET', `/${id}/track`)).body.data).toMatchObject({
      shipmentStatus: 'DELIVERED',
      codAmount: 253,
    });
    expect((await call('GET', '?status=DELIVERED&alarms=false&limit=1')).body.data.items).toHaveLength(1);
    expect((await call('POST', `/${id}/return`, RETURN_EXAMPLE)).status).toBe(200);
    expect((await call('POST', `/${id}/cancel`)).status).toBe(409);
    const other = await shipment.ship({ shipFromInfo: riyadhParty() });
    for (const [command, status] of [
      ['retry-booking', 202],
      ['cancel', 202],
      ['clear-alarms', 200],
    ] as const)
      expect([command, (await call('POST', `/${other}/${command}`)).status]).toEqual([command, status]);
    expect((await call('PUT', '/couriers/camel', { enabled: false })).body.data).toEqual({ couriers: ['falcon'] });
    expect((await call('GET', '/couriers')).status).toBe(200);
    expect((await call('GET', '/shp_none/track')).status).toBe(404);
    const wrong = await call('POST', '', { ...DOMESTIC_EXAMPLE, currency: 'XXX', colour: 'red' });
    expect(wrong.body.details.length).toBeGreaterThan(1);
  });
});
