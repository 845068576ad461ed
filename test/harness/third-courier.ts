import { karrioAvailable } from '@qafila/local/karrio-server';
import { startFakeProcess } from '@qafila/testing/fake-process';
import { httpCall } from '@qafila/testing/http-call';
import { startKarrio } from '../../apps/shipment/test/karrio/karrio-stand.ts';
import { queryPlatform } from './platform.ts';
import type { SharedPlatform } from './platform.ts';

/** What a driver does with a parcel. `ended`: it is not delivered, and never will be. */
export type Step = 'picked_up' | 'failed' | 'delivered' | 'ended';

/** A courier outside the sandbox, at which a company has an account. */
export interface ThirdCourier {
  id: string;
  /** What the platform must know of it when it starts. */
  environment: Record<string, string>;
  credentials: Record<string, string>;
  /** The status of a parcel that `ended`. */
  otherEnd: 'CANCELLED_BY_COURIER' | 'RETURNED';
  /** It ends so after the pick-up; else before it. */
  endsAfterPickup: boolean;
  /** It cancels deliveries. */
  cancels: boolean;
  /** Drivers scan. It reports no cash. */
  scan(scans: readonly { awb: string; step: Step }[]): Promise<void>;
  /** The platform hears what was scanned: the courier calls it, or its polls are due. */
  report(platform: SharedPlatform, of: { webhookUrl: string; awbs: readonly string[] }): Promise<void>;
  stop(): Promise<void>;
}

/** The real Karrio; SMSA's simulation where Karrio cannot run, which is a failure with CI=true. */
export async function startThirdCourier(): Promise<ThirdCourier> {
  const available = karrioAvailable();
  if (available.ok) return startKarrioCourier();
  if (process.env['CI'] === 'true') throw new Error(available.reason);
  process.stderr.write(
    `\n*** ${available.reason}: the third courier is SMSA's SIMULATION and not the real Karrio ***\n`,
  );
  return startSmsaCourier();
}

const KARRIO_WORDS: Record<Step, string> = {
  picked_up: 'picked_up',
  failed: 'delivery_failed',
  delivered: 'delivered',
  ended: 'cancelled',
};

async function startKarrioCourier(): Promise<ThirdCourier> {
  const karrio = await startKarrio();
  return {
    id: 'karrio',
    environment: { KARRIO_URLS: karrio.url },
    credentials: await karrio.connectCarrier(),
    otherEnd: 'CANCELLED_BY_COURIER',
    endsAfterPickup: false,
    cancels: true,
    scan: (scans) => karrio.track(...scans.map(({ awb, step }) => ({ awb, status: KARRIO_WORDS[step] }))),
    // Its call is of one tracker, and not signed.
    report: async (_, { webhookUrl, awbs }) => {
      for (const awb of awbs) {
        const body = { event: 'tracker_updated', data: { tracking_number: awb } };
        const { status, text } = await httpCall(webhookUrl, { body });
        if (status !== 200) throw new Error(`the call about ${awb}: ${status} ${text}`);
      }
    },
    stop: () => karrio.stop(),
  };
}

const SMSA_CODES: Record<Step, string> = { picked_up: 'PU', failed: 'DEX08', delivered: 'DL', ended: 'RTS' };

async function startSmsaCourier(): Promise<ThirdCourier> {
  const smsa = await startFakeProcess(new URL('../../apps/shipment/test/smsa/smsa.mjs', import.meta.url));
  return {
    id: 'smsa',
    environment: { SMSA_API_URL: smsa.url },
    credentials: { api_key: 'test-key-of-smsa-0001', account_number: 'RUH-77' },
    otherEnd: 'RETURNED',
    endsAfterPickup: true,
    cancels: false,
    scan: async (scans) => {
      for (const { awb, step } of scans) await smsa.control('scan', { awb, type: SMSA_CODES[step] });
    },
    // SMSA makes no calls: the time until the next poll passes.
    report: async (platform, { awbs }) => {
      const sql = "UPDATE shipment SET poll_at = now() WHERE courier = 'smsa' AND awb = ANY ($1) RETURNING id";
      await queryPlatform(platform, 'shipment', sql, [awbs]);
    },
    stop: () => smsa.stop(),
  };
}
