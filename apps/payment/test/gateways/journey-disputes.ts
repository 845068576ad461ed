import type { Json } from '@qafila/testing/http-call';
import type { PaymentUnderTest } from '../harness.ts';
import type { FakeGateway } from './fake-gateway.ts';

const API = '/public/v1/payment';

/** How cardholders dispute payments at a gateway, where it has disputes. */
export interface JourneyDisputes {
  /**
   * Opens a dispute of an amount in minor units, and returns its id at the gateway. A silent one makes no call. Null: a
   * refund that we do not know the end of has left less.
   */
  open(payment: string, how: { amount: number; silent: boolean }): Promise<string | null>;
  /** The bank decides; where it only ever takes money, there is no decision. */
  decide?(dispute: string, outcome: 'won' | 'lost', how: { silent: boolean }): Promise<unknown>;
  /** The requests whose reply may be lost, where the merchant answers disputes by the API. */
  answers?: Readonly<Record<'evidence' | 'accept', { method: string; path: string }>>;
}

export interface DisputeWorld {
  payment: PaymentUnderTest;
  gateway: { fake: FakeGateway; disputes?: JourneyDisputes };
  random: () => number;
  whole(below: number): number;
}

const SHARE = 0.2;
const SILENT = 0.2;
const LOST_REPLY = 0.25;

/** Some cardholders take money back, which the gateway's call reports, or only its settlement. */
export async function disputeSome(world: DisputeWorld, intent: Json, decimals: number): Promise<void> {
  const { payment, gateway, random, whole } = world;
  const { disputes } = gateway;
  if (disputes === undefined || random() >= SHARE) return;
  const draws = { part: random(), isSilent: random() < SILENT, answer: random(), outcome: random(), end: whole(4) };
  const { body } = await payment.call('GET', `${API}/transaction?payment_intent_id=${intent._id}`);
  const taken = (body.data.items as Json[]).find(({ status }) => TAKEN.has(status as string));
  if (taken === undefined) return;
  const left = await leftOf(payment, intent, decimals);
  if (left < 10) return;
  // Some gateways take three decimals only where the last is 0.
  const amount = draws.part < 0.5 ? left : 10 * (1 + Math.floor(draws.part * (left / 10 - 1)));
  const id = await disputes.open(taken.gateway_reference as string, { amount, silent: draws.isSilent });
  if (id === null) return;
  // Half of the merchants answer.
  if (!draws.isSilent && disputes.answers !== undefined && draws.answer < 0.5) {
    const how = draws.answer < 0.3 ? 'evidence' : 'accept';
    await answer(world, intent, how);
    // What the merchant gave up the bank does not decide.
    if (how === 'accept') return;
  }
  // A quarter stays open.
  if (draws.end === 0 || disputes.decide === undefined) return;
  await disputes.decide(id, draws.outcome < 0.5 ? 'won' : 'lost', { silent: draws.isSilent });
}

const TAKEN = new Set(['CAPTURED', 'PARTIALLY_REFUNDED']);

async function leftOf(payment: PaymentUnderTest, { _id: id }: Json, decimals: number): Promise<number> {
  const { amount_captured: captured, amount_refunded: refunded } = (await payment.call('GET', `${API}/intent/${id}`))
    .body.data as { amount_captured: number; amount_refunded: number };
  return Math.round((captured - refunded) * 10 ** decimals);
}

/** The reply may be lost; then the worker finds out. */
async function answer(
  { payment, gateway, random }: DisputeWorld,
  { _id: id }: Json,
  how: 'evidence' | 'accept',
): Promise<void> {
  const { body } = await payment.call('GET', `${API}/dispute?payment_intent_id=${id}`);
  const [dispute] = body.data.items as Json[];
  if (dispute === undefined) return;
  if (random() < LOST_REPLY) {
    const kind = random() < 0.5 ? 'lost-before' : 'lost-after';
    await gateway.fake.control('fault', { kind, ...gateway.disputes?.answers?.[how] });
  }
  await payment.call('POST', `${API}/dispute/${dispute._id}/${how}`, how === 'evidence' ? { text: 'delivered' } : {});
}
