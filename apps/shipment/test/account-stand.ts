import { callCourier } from '../src/courier-calls/call-courier.ts';
import { COURIER } from '../src/limits.ts';
import { FakeKind } from './fake-kind.ts';
import type { FakeAccount } from './fake-kind.ts';
import { startDue, startShipmentForTest } from './harness.ts';
import type { ShipmentUnderTest } from './harness.ts';

export const PATH = '/oe/aggtr/api/v1/courier-accounts/fakeship';
export const FIRST = { key: 'key_shop_aaaa1111' };

/** The service in live mode, and a courier at which its company connects an account. */
export interface AccountStand {
  kind: FakeKind;
  start(): Promise<ShipmentUnderTest>;
  stop(): Promise<void>;
  /** No shipments, and no account. */
  clear(): Promise<void>;
  connect(credentials?: unknown): ReturnType<ShipmentUnderTest['call']>;
  /** Connects, and returns the address of the courier's calls. */
  connected(): Promise<string>;
  /** The adapter of the connected account. */
  account(): FakeAccount;
  /** Makes the courier's calls, each time after every wait is over. */
  callAgain(times?: number): Promise<void>;
}

export function accountStand(): AccountStand {
  const kind = new FakeKind();
  let under: ShipmentUnderTest;
  const connect: AccountStand['connect'] = (credentials = FIRST) => under.call('PUT', PATH, { credentials });
  return {
    kind,
    connect,
    start: async () => {
      // Live has no other courier than those that companies connect.
      under = await startShipmentForTest({ couriers: [], courierKinds: [kind], more: { MODE: 'live' } });
      under.owner.mode = 'live';
      return under;
    },
    stop: () => under.stop(),
    clear: async () => {
      await under.pool.query('TRUNCATE alarm, courier_account, courier_setting, shipment, history, courier_document');
      under.dependencies.accounts.forget(under.owner.accountId, 'fakeship');
      kind.connected.length = 0;
    },
    connected: async () => {
      const { body } = await connect();
      // The adapter is made when it is first needed.
      await under.dependencies.couriers.of({ account_id: under.owner.accountId, courier: 'fakeship' });
      return body.data.account.webhook_url as string;
    },
    account: () => kind.current,
    callAgain: async (times = 1) => {
      for (let time = 0; time < times; time++) {
        under.passTime(COURIER.undecidedMs);
        const started = await startDue(under.dependencies, 'fakeship');
        await Promise.all(started.map((call) => callCourier(under.dependencies, call)));
      }
    },
  };
}
