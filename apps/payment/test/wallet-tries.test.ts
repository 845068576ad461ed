import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Json } from '@qafila/testing/http-call';
import { eventually } from '@qafila/testing/wait';
import { LIMITS } from '../src/limits.ts';
import type { ProviderReport } from '../src/providers/provider.ts';
import { startPaymentForTest } from './harness.ts';
import type { PaymentUnderTest } from './harness.ts';
import { SUBSCRIPTION } from './make-token.ts';

const PRESSES = 6;
const PERSON = { national_id: '1234567890', phone: '+12025550001' };
const NOT_JUDGED = { kind: 'unavailable', code: '062', message: 'Host down' } as unknown as ProviderReport;
const TOO_OLD = { kind: 'wrong', expired: true } as unknown as ProviderReport;

let payment: PaymentUnderTest;
beforeAll(async () => {
  payment = await startPaymentForTest();
});
afterAll(() => payment.stop());

type Call = 'checkIdentity' | 'checkCode' | 'startToken' | 'finishToken';

function callsOf(name: Call): number {
  return payment.wallet.calls.filter((call) => call === name).length;
}

/** Presses several times at once while the wallet takes its time. Returns how often it was asked. */
async function pressAtOnce(name: Call, press: () => Promise<unknown>, during: () => Promise<void>): Promise<number> {
  const before = callsOf(name);
  const release = payment.wallet.delay(name);
  const first = press();
  try {
    await eventually(() => callsOf(name) === before + 1);
    await Promise.all(Array.from({ length: PRESSES }, press));
    await during();
  } finally {
    release();
  }
  await first;
  return callsOf(name) - before;
}

describe('a payment by wallet', () => {
  let data: Json;
  const row = async (): Promise<Json> =>
    (await payment.pool.query('SELECT * FROM wallet_session WHERE intent_id = $1', [data.payment_intent_id])).rows[0];
  const status = async (): Promise<string> =>
    (await payment.call('GET', `/public/v1/payment/intent/${data.payment_intent_id}`)).body.data.pi_status as string;
  const identify = (phone = PERSON.phone): ReturnType<PaymentUnderTest['open']> =>
    payment.open(`${data.redirect_url}/identity`, { ...PERSON, phone });
  const enter = (code: string): ReturnType<PaymentUnderTest['open']> =>
    payment.open(`${data.redirect_url}/code`, { code });

  async function start(): Promise<void> {
    const { body } = await payment.call('POST', '/public/v1/bnpl/wallet/setup', {
      ...SUBSCRIPTION,
      phone: undefined,
      amount: 10,
      order_reference: 'order-1',
      description: 'Order',
    });
    data = body.data as Json;
  }

  test('a wrong code that is pressed many times is one try, counted before the wallet answers', async () => {
    await start();
    await identify();
    const calls = await pressAtOnce(
      'checkCode',
      () => enter('000000'),
      async () => {
        expect(await row()).toMatchObject({ otp_wrong: 1, trying_until: expect.any(Date) });
        expect((await payment.open(data.redirect_url)).html).toContain('We are checking your payment');
      },
    );
    expect(calls).toBe(1);
    expect(await row()).toMatchObject({ otp_wrong: 1, trying_until: null, state: 'otp_sent' });
    expect((await payment.open(data.redirect_url)).html).toContain('name="code"');
  });

  test('the wallet judges three codes of a journey at most, however they are pressed', async () => {
    await start();
    await identify();
    let calls = 0;
    for (let at = 0; at < 2 * LIMITS.otpWrongMax; at++) {
      const before = callsOf('checkCode');
      await Promise.all(Array.from({ length: PRESSES }, () => enter('000000')));
      calls += callsOf('checkCode') - before;
    }
    expect(calls).toBe(LIMITS.otpWrongMax);
    expect([await status(), (await row()).state]).toEqual(['failed', 'failed']);
  });

  test('a correct code gives its try back; one that the wallet did not judge does so too', async () => {
    await start();
    await identify();
    payment.wallet.report('checkCode', NOT_JUDGED, TOO_OLD);
    expect((await enter('000000')).location).toContain('notice=busy');
    expect((await enter('000000')).location).toContain('notice=codeExpired');
    expect(await row()).toMatchObject({ otp_wrong: 0, trying_until: null });
    await enter('123456');
    expect(await row()).toMatchObject({ otp_wrong: 0, trying_until: null, state: 'awaiting_app_confirmation' });
  });

  test('a try whose process died stays counted, and the page goes on after some seconds', async () => {
    await start();
    await identify();
    const { id } = await row();
    await payment.pool.query('UPDATE wallet_session SET otp_wrong = 2, trying_until = $2 WHERE id = $1', [
      id,
      new Date(payment.deps.clock() + LIMITS.tryLeaseMs),
    ]);
    const before = callsOf('checkCode');
    await enter('000000');
    expect(callsOf('checkCode')).toBe(before);
    payment.pass(LIMITS.tryLeaseMs);
    expect((await payment.open(data.redirect_url)).html).toContain('name="code"');
    await enter('000000');
    expect([callsOf('checkCode'), await status()]).toEqual([before + 1, 'failed']);
  });

  test('when the process of the last try died, the next press ends the journey without asking', async () => {
    await start();
    await identify();
    await payment.pool.query('UPDATE wallet_session SET otp_wrong = $2 WHERE id = $1', [
      (await row()).id,
      LIMITS.otpWrongMax,
    ]);
    const before = callsOf('checkCode');
    await enter('123456');
    expect([callsOf('checkCode'), await status()]).toEqual([before, 'failed']);
  });

  test('an identity is counted before the wallet answers, and a second press does not ask', async () => {
    await start();
    const calls = await pressAtOnce(
      'checkIdentity',
      () => identify('+12025550002'),
      async () => {
        expect(await row()).toMatchObject({ identity_wrong: 1 });
      },
    );
    expect(calls).toBe(1);
    expect(await row()).toMatchObject({ identity_wrong: 1, trying_until: null });
    payment.wallet.report('checkIdentity', NOT_JUDGED);
    expect((await identify('+12025550002')).location).toContain('notice=busy');
    expect(await row()).toMatchObject({ identity_wrong: 1, state: 'pending' });
    await identify();
    expect(await row()).toMatchObject({ identity_wrong: 1, state: 'otp_sent', trying_until: null });
  });

  test('the third refused identity ends the journey', async () => {
    await start();
    for (let at = 0; at < LIMITS.identityWrongMax; at++) {
      expect(await status()).toBe('requires_payment_method');
      await pressAtOnce(
        'checkIdentity',
        () => identify('+12025550002'),
        () => Promise.resolve(),
      );
    }
    expect([await status(), (await row()).identity_wrong]).toEqual(['failed', LIMITS.identityWrongMax]);
  });
});

describe('a subscription setup', () => {
  let data: Json;
  const row = async (): Promise<Json> =>
    (await payment.pool.query('SELECT * FROM wallet_token WHERE id = $1', [data._id])).rows[0];
  const enterPin = (pin: string): ReturnType<PaymentUnderTest['open']> =>
    payment.open(`${data.redirect_url}/pin`, { pin });
  const enterCode = (code: string): ReturnType<PaymentUnderTest['open']> =>
    payment.open(`${data.redirect_url}/code`, { code });

  async function start(): Promise<void> {
    data = (await payment.call('POST', '/public/v1/subscription/wallet/setup', SUBSCRIPTION)).body.data as Json;
  }

  test.each([
    ['PIN', 'startToken', 'pin_wrong'],
    ['code', 'finishToken', 'otp_wrong'],
  ] as const)('a wrong %s that is pressed many times is one try, counted before the wallet answers', async (...of) => {
    const [name, call, column] = of;
    await start();
    if (name === 'code') await enterPin('1234');
    const press = name === 'PIN' ? () => enterPin('9999') : () => enterCode('000000');
    const calls = await pressAtOnce(call, press, async () => {
      expect(await row()).toMatchObject({ [column]: 1 });
      expect((await payment.open(data.redirect_url)).html).toContain('We are connecting your wallet');
    });
    expect(calls).toBe(1);
    expect(await row()).toMatchObject({ [column]: 1, trying_until: null });
  });

  test('the wallet judges three PINs of a setup at most, however they are pressed', async () => {
    await start();
    const before = callsOf('startToken');
    for (let at = 0; at < 2 * LIMITS.pinWrongMax; at++)
      await Promise.all(Array.from({ length: PRESSES }, () => enterPin('9999')));
    expect(callsOf('startToken') - before).toBe(LIMITS.pinWrongMax);
    expect(await row()).toMatchObject({ state: 'failed', pin_wrong: LIMITS.pinWrongMax });
  });

  test('a lost answer leaves the try of a PIN counted; one that the wallet did not judge gives it back', async () => {
    await start();
    payment.wallet.fail('startToken', 'lost-before');
    expect((await enterPin('1234')).location).toContain('notice=busy');
    expect(await row()).toMatchObject({ pin_wrong: 1, trying_until: null, state: 'pending' });
    payment.wallet.report('startToken', NOT_JUDGED);
    await enterPin('1234');
    expect(await row()).toMatchObject({ pin_wrong: 1 });
    await enterPin('1234');
    // The correct PIN gives its own try back.
    expect(await row()).toMatchObject({ pin_wrong: 1, state: 'pin_verified' });
  });

  test('when the process of the last try died, the next press fails the setup without asking', async () => {
    await start();
    await payment.pool.query('UPDATE wallet_token SET pin_wrong = $2 WHERE id = $1', [data._id, LIMITS.pinWrongMax]);
    const before = callsOf('startToken');
    expect((await enterPin('1234')).location).toContain('https://shop.example/no?');
    expect(callsOf('startToken')).toBe(before);
    const event = await eventually(() => payment.published.find(({ subject }) => subject === data._id) ?? null);
    expect(event.data).toMatchObject({ state: 'failed', token: null });
  });
});
