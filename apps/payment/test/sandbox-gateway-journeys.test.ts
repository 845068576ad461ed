import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Json } from '@qafila/testing/http-call';
import { runSeed } from '@qafila/testing/run-length';
import { eventually } from '@qafila/testing/wait';
import { BUILT_IN_MAPPINGS } from '../src/settlement/mapping.ts';
import type { Mapping } from '../src/settlement/mapping.ts';
import { readFile } from '../src/settlement/read-file.ts';
import type { SettlementLine } from '../src/settlement/settlement-line.ts';
import type { FakeGateway } from './gateways/fake-gateway.ts';
import { gatewayJourneys, JOURNEYS } from './gateways/gateway-journeys.ts';
import type { JourneyDisputes } from './gateways/journey-disputes.ts';
import type { JourneyBook } from './gateways/journey-gateway.ts';
import type { PaymentUnderTest } from './harness.ts';
import { describeWithSandbox } from './sandbox.ts';
import type { RunningSandbox } from './sandbox.ts';
import { startAtSandbox } from './sandbox-stage.ts';
import type { SandboxStage } from './sandbox-stage.ts';

/** A file of the sandbox has a limit of lines. */
const JOURNEYS_PER_FILE = 4_000;
const CARD = { expiry: '12/34', cvc: '123' };
const UNRULY = { callback_duplicate: 0.2, callback_reorder: 0.15 };
const REORDERED_WITHIN_MS = 6_000;

for (const type of ['cardgateway-a', 'cardgateway-b'] as const)
  describeWithSandbox(`random journeys by ${type} of the sandbox`, () => {
    let stage: SandboxStage | undefined;
    let payment: PaymentUnderTest;
    let sandbox: RunningSandbox;
    beforeAll(async () => {
      stage = await startAtSandbox();
      ({ payment, sandbox } = stage);
    });
    afterAll(() => stage?.stop());

    /** The sandbox as the journeys control a gateway. */
    function fakeGateway(): FakeGateway {
      const control: FakeGateway['control'] = async (what, body = {}) => {
        const { kind, path: operation, isUnruly } = body as Json;
        if (what === 'fault') {
          const effect = kind === 'lost-before' ? 'crash_before' : 'ghost';
          return sandbox.control('POST', '/faults', { effect, provider: type, operation });
        }
        if (isUnruly === true) return sandbox.control('PUT', '/chaos', { seed: runSeed(), rates: UNRULY });
        await sandbox.control('DELETE', '/chaos');
        await sandbox.control('DELETE', '/faults');
        return sandbox.control('POST', '/clock', { advance_ms: REORDERED_WITHIN_MS });
      };
      const onPage: FakeGateway['onPage'] = async (url, form) => {
        const answer = await fetch(url, { method: 'POST', redirect: 'manual', body: new URLSearchParams(form) });
        await answer.arrayBuffer();
        return answer.status;
      };
      return { url: sandbox.url, control, onPage, stop: sandbox.stop };
    }

    const disputed: string[] = [];
    const disputes: JourneyDisputes = {
      open: async (reference, { amount, silent }) => {
        const answer = await fetch(`${sandbox.url}/control/payments/${reference}/dispute`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ amount_minor: amount, silent }),
        });
        const opened = (await answer.json()) as Json;
        if (answer.status !== 201) {
          expect(opened.error).toMatchObject({ code: expect.stringMatching(/^(validation_error|illegal_status)$/) });
          return null;
        }
        disputed.push(reference);
        return opened.id as string;
      },
      decide: (dispute, outcome, { silent }) =>
        sandbox.control('POST', `/disputes/${dispute}/${outcome === 'won' ? 'win' : 'lose'}`, { silent }),
    };

    /** The gateway has made its calls about disputes: no inquiry finds those. */
    async function disputesAreReported(): Promise<void> {
      for (const reference of disputed)
        await eventually(async () => {
          const { callbacks } = await sandbox.control('GET', `/payments/${reference}?provider=cardgateway-a`);
          return (callbacks as Json[]).every(({ state }) => state !== 'pending');
        });
    }

    /** The gateway's files of the time since, one after another. */
    async function filesSince(fromMs: number): Promise<SettlementLine[]> {
      const { now } = await sandbox.control('GET', '/clock');
      const toMs = Date.parse(now as string) + 1;
      const files = Math.ceil(JOURNEYS / JOURNEYS_PER_FILE);
      const lines: SettlementLine[] = [];
      for (let file = 0; file < files; file += 1) {
        const [from, to] = [file, file + 1].map((part) => fromMs + Math.round(((toMs - fromMs) * part) / files));
        const period = [from, to].map((at) => new Date(at as number).toISOString());
        const query = new URLSearchParams({ gateway: type, from: period[0] as string, to: period[1] as string });
        const answer = await fetch(`${sandbox.url}/control/settlement?${query}`);
        expect(answer.status).toBe(200);
        lines.push(...(await readFile(await answer.text(), BUILT_IN_MAPPINGS[type] as Mapping)));
      }
      return lines;
    }

    function booksOf(lines: readonly SettlementLine[]): Record<string, JourneyBook> {
      const books: Record<string, JourneyBook> = {};
      for (const { kind, currency, gross } of lines) {
        const book = (books[currency] ??= { captured: 0n, refunded: 0n, disputed: 0n, paidOut: 0n });
        if (kind === 'capture') book.captured += gross;
        if (kind === 'refund') book.refunded -= gross;
        if (kind === 'dispute' || kind === 'dispute_reversal') book.disputed -= gross;
        if (kind === 'payout') book.paidOut -= gross;
      }
      return books;
    }

    test(`${JOURNEYS} journeys: its books, ours and its files agree to the minor unit`, async () => {
      const fromMs = Date.parse((await sandbox.control('GET', '/clock')).now as string);
      let lines: SettlementLine[] = [];
      const path = (operation: string): { method: string; path: string } => ({ method: 'POST', path: operation });
      await gatewayJourneys(
        payment,
        {
          type,
          method: 'card',
          checkout: { gateway_instance_id: type },
          fake: fakeGateway(),
          hasManual: true,
          estimatesFees: true,
          currencies: [
            ['SAR', 2],
            ['KWD', 3],
            ['JPY', 0],
          ],
          forms: {
            pay: { ...CARD, number: '4242424242424242' },
            decline: { ...CARD, number: '4000000000000002' },
          },
          paths: { pay: path('create'), capture: path('capture'), void: path('void'), refund: path('refund') },
          settle: async () => {
            if (type === 'cardgateway-a') await disputesAreReported();
            lines = await filesSince(fromMs);
            return booksOf(lines);
          },
          lines: () => lines,
          ...(type === 'cardgateway-a' ? { disputes } : {}),
        },
        JOURNEYS,
      );
    }, 3_000_000);
  });
