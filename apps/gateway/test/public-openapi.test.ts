import { describe, expect, test } from '@jest/globals';
import { readFileSync } from 'node:fs';
import type { OpenApiDocument } from '@qafila/schema/openapi';
import { LIMITS } from '../src/limits.ts';
import { publicOpenApi } from '../src/documents/public-openapi.ts';
import type { Service } from '../src/routes.ts';
import { json, startHarness } from './gateway-harness.ts';

const part = (components: OpenApiDocument['components']): OpenApiDocument => ({
  openapi: '3.1.0',
  info: {},
  paths: {},
  components,
});
const merge = (parts: Partial<Record<Service, OpenApiDocument>>): OpenApiDocument =>
  publicOpenApi(parts as Record<Service, OpenApiDocument | undefined>);
const address = (type: string): object => ({ type: 'object', properties: { city: { type } } });

describe('components of services that have the same name', () => {
  test('are one component when they are the same, in whatever order', () => {
    const { schemas } = merge({
      payment: part({ schemas: { Address: { type: 'object', title: 'A' } } }),
      shipment: part({ schemas: { Address: { title: 'A', type: 'object' }, Parcel: { type: 'object' } } }),
    }).components;
    expect(Object.keys(schemas as object)).toEqual(['Address', 'Parcel']);
  });

  test('are an error that names them when they differ', () => {
    expect(() =>
      merge({
        payment: part({ schemas: { Address: address('string') } }),
        shipment: part({ schemas: { Address: address('integer') } }),
      }),
    ).toThrow('components.schemas of shipment: "Address" is not what another service describes under this name');
    expect(() => merge({ identity: part({ securitySchemes: { apiKey: { type: 'http' } } }) })).toThrow(
      /^components\.securitySchemes of identity: "apiKey"/,
    );
  });

  test('of different kinds do not collide', () => {
    expect(
      merge({
        payment: part({ schemas: { Refused: { type: 'object' } } }),
        webhooks: part({ responses: { Refused: { description: 'Refused.' } } }),
      }).components,
    ).toMatchObject({ schemas: { Refused: { type: 'object' } }, responses: { Refused: { description: 'Refused.' } } });
  });
});

test('guides and operations give one time within which a revoked key or secret is refused', () => {
  const document = readFileSync(new URL('../../../docs/api/openapi.json', import.meta.url), 'utf8');
  const times = [...document.matchAll(/(?:revoked|Ends a)[^.]{0,120} within (\d+ s)/g)].map(([, time]) => time);
  expect(times.length).toBeGreaterThanOrEqual(4);
  expect(new Set(times)).toEqual(new Set([`${LIMITS.keyUsableMs / 1_000} s`]));
});

test('a gateway does not serve a document in which two services contradict each other', async () => {
  const gateway = await startHarness();
  const describing = (type: string) => part({ schemas: { Address: address(type) } });
  gateway.identity.answer = (_, response) => json(response, 200, describing('string'));
  gateway.metering.answer = (_, response) => json(response, 200, describing('integer'));
  const read = (): Promise<Response> => fetch(`${gateway.gateway.url}/openapi.json`);
  const refused = await read();
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '10']);
  expect(await refused.text()).toContain('wait until all services run the same release');
  gateway.metering.answer = (_, response) => json(response, 200, describing('string'));
  expect((await read()).status).toBe(200);
  await gateway.stop();
});
