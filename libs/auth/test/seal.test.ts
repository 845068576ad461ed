import { expect, test } from '@jest/globals';
import { SignJWT, importPKCS8 } from 'jose';
import { requireScope } from '../src/guard.ts';
import type { Principal } from '../src/principal.ts';
import { Opener, Sealer, generateSealingKeys } from '../src/seal.ts';

const principal: Principal = { accountId: 'a', storeId: 's', mode: 'stage', keyId: 'k', scopes: ['meters:read'] };
const keys = generateSealingKeys();
const sealer = new Sealer(keys.privateKey);

test('opening a seal gives the principal that was sealed, and the seal is reused', async () => {
  const seal = await sealer.seal(principal, 'metering');
  const opener = new Opener(keys.publicKey, 'metering');
  expect(opener.cached(seal)).toBeUndefined();
  expect(await opener.open(seal)).toEqual(principal);
  expect(opener.cached(seal)).toEqual(principal);
  expect(await sealer.seal({ ...principal }, 'metering')).toBe(seal);
});

test('principals that differ in any part get different seals', async () => {
  const seals = await Promise.all(
    [
      principal,
      { ...principal, accountId: 'b' },
      { ...principal, storeId: 't' },
      { ...principal, mode: 'live' as const },
      { ...principal, scopes: [] },
    ].map((one) => sealer.seal(one, 'metering')),
  );
  expect(new Set([...seals, await sealer.seal(principal, 'identity')]).size).toBe(6);
});

test.each(['for another service', 'by another key', 'without a signature', 'cut short', 'none', 'out of date'])(
  'a seal %s opens nothing',
  async (fault) => {
    const good = await sealer.seal(principal, 'metering');
    const [head, body] = good.split('.');
    const stale = await new SignJWT({ p: principal })
      .setProtectedHeader({ alg: 'EdDSA' })
      .setIssuer('qafila-gateway')
      .setAudience('metering')
      .setExpirationTime(Math.floor(Date.now() / 1000) - 1)
      .sign(await importPKCS8(keys.privateKey, 'EdDSA'));
    const bad: Record<string, string | undefined> = {
      'for another service': await sealer.seal(principal, 'identity'),
      'by another key': await new Sealer(generateSealingKeys().privateKey).seal(principal, 'metering'),
      'without a signature': `${Buffer.from('{"alg":"none"}').toString('base64url')}.${body}.`,
      'cut short': `${head}.${body}`,
      none: undefined,
      'out of date': stale,
    };
    await expect(new Opener(keys.publicKey, 'metering').open(bad[fault])).rejects.toMatchObject({ status: 401 });
  },
);

test('a scope that a token lacks is refused with the code of the shipment dialect', () => {
  const refusal = (): unknown => {
    try {
      requireScope(principal, 'shipments:write');
    } catch (error) {
      return error;
    }
    return undefined;
  };
  expect(refusal()).toMatchObject({
    status: 403,
    code: 'SCOPE_MISSING',
    message: expect.stringContaining('shipments:write'),
  });
  expect(() => requireScope({ ...principal, scopes: ['shipments:write'] }, 'shipments:write')).not.toThrow();
});

test('the refusal names the scope that a key lacks', () => {
  expect(() => requireScope(principal, 'meters:write')).toThrow('meters:write');
  expect(() => requireScope(principal, 'meters:read')).not.toThrow();
});
