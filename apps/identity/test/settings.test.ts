import { describe, expect, test } from '@jest/globals';
import { EmbeddedBus } from '@qafila/messaging/embedded-bus';
import type { Environment } from '@qafila/runtime/env';
import { createLogger } from '@qafila/runtime/log';
import { startIdentity } from '../src/start.ts';
import { environmentFor } from './harness.ts';

describe('wrong settings get one clear line, without their values', () => {
  const complaint = async (other: Environment): Promise<string> => {
    const environment = { ...environmentFor('postgres://unknown@127.0.0.1:1/none'), ...other };
    const error = (await startIdentity(environment, new EmbeddedBus(createLogger('test', 'silent'))).catch(
      (reason: Error) => reason,
    )) as Error;
    return error.message;
  };

  test('one error names every missing setting', async () => {
    expect(await complaint({ KEY_PEPPER: undefined, MASTER_KEY: '', PRINCIPAL_PUBLIC_KEY: undefined })).toBe(
      'KEY_PEPPER must be set; MASTER_KEY must be set; PRINCIPAL_PUBLIC_KEY must be set',
    );
  });

  test.each([
    [{ KEY_PEPPER: 'short-pepper' }, /^KEY_PEPPER must be at least 32 characters long$/],
    [{ MASTER_KEY: 'c2hvcnQ=' }, /^MASTER_KEY must be 32 bytes in base64/],
    [{ MASTER_KEY: `${'A'.repeat(42)}!=` }, /^MASTER_KEY must be 32 bytes in base64/],
    [{ PRINCIPAL_PUBLIC_KEY: 'no pem' }, /^PRINCIPAL_PUBLIC_KEY must be the PEM/],
    [{}, /^DATABASE_URL: no PostgreSQL answers/],
  ])('%j', async (other, line) => {
    expect(await complaint(other)).toMatch(line);
  });
});
