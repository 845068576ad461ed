import { expect } from '@jest/globals';
import type { HttpAnswer, Json } from '@qafila/testing/http-call';
import { major } from './journey-gateway.ts';
import type { JourneyWorld } from './journey-gateway.ts';

const API = '/public/v1';
/** Shares of the requests. */
const REPEATED = { later: 0.15, meanwhile: 0.1 };
const VOIDED = { authorised: 0.2, captured: 0.05 };
const LOST = { capture: 0.3, void: 0.3, refund: 0.2 };
const DONE_MAX = 299;

/**
 * A merchant's request that moves money, under an idempotency key. Some are repeated: at the same time, or after the
 * answer, which is then the same answer again.
 */
async function ask({ payment, random }: JourneyWorld, path: string, body: Json): Promise<HttpAnswer> {
  const headers = { 'idempotency-key': `journey-${random()}-${random()}` };
  const send = (): Promise<HttpAnswer> => payment.call('POST', API + path, body, { headers });
  const draw = random();
  const [answer] = await Promise.all(draw < REPEATED.meanwhile ? [send(), send()] : [send()]);
  if (draw >= REPEATED.meanwhile + REPEATED.later || answer.status > DONE_MAX) return answer;
  const again = await send();
  expect([again.status, again.headers.get('idempotent-replayed'), again.body]).toEqual([
    answer.status,
    'true',
    answer.body,
  ]);
  return answer;
}

/** The merchant captures the whole authorisation or a part, or releases it. Returns what it wanted captured. */
export async function captureOrVoid(
  world: JourneyWorld,
  { _id: id }: Json,
  { minor, decimals }: { minor: number; decimals: number },
): Promise<number> {
  const { random, whole } = world;
  if (random() < VOIDED.authorised) {
    if (random() < LOST.void) await loseReply(world, 'void');
    await ask(world, `/payment/intent/${id}/void`, {});
    return 0;
  }
  const captured = 10 * (1 + whole(minor / 10));
  if (random() < LOST.capture) await loseReply(world, 'capture');
  await ask(world, `/payment/intent/${id}/capture`, { amount: major(captured, decimals) });
  return captured;
}

/** What was captured can no longer be released. */
export async function voidTooLate(world: JourneyWorld, { _id: id }: Json): Promise<void> {
  if (world.random() < VOIDED.captured) await ask(world, `/payment/intent/${id}/void`, {});
}

export async function refundParts(
  world: JourneyWorld,
  { _id: id }: Json,
  { captured, decimals }: { captured: number; decimals: number },
): Promise<void> {
  const { random, whole } = world;
  for (let refund = whole(3); refund > 0; refund -= 1) {
    if (random() < LOST.refund) await loseReply(world, 'refund');
    const amount = 10 * (1 + whole(Math.max(1, Math.floor(captured / 20))));
    await ask(world, '/refund', { payment_intent_id: id, refunded_amount: major(amount, decimals) });
  }
}

/** The next such request of any journey gets no reply, before or after it took effect. */
export async function loseReply(
  { gateway, random }: JourneyWorld,
  call: 'pay' | 'capture' | 'void' | 'refund',
): Promise<void> {
  const path = gateway.paths[call];
  if (path === undefined) return;
  await gateway.fake.control('fault', { kind: random() < 0.5 ? 'lost-before' : 'lost-after', ...path });
}
