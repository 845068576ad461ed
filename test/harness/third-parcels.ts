import { parcels } from './parcels.ts';
import type { Body, Parcel } from './parcels.ts';
import type { SharedPlatform } from './platform.ts';
import type { Step, ThirdCourier } from './third-courier.ts';

/**
 * Parcels of a seed; the third courier has every second one within Saudi Arabia, with and without cash. Karrio takes
 * about half a second for each, and its carrier `generic` takes the reference of the package as the waybill.
 */
export function parcelsOfThree(seed: number, count: number, third: string): Parcel[] {
  return parcels(seed, count).map((parcel, index) => {
    const { currency, customs, packagesInfo, referenceNumber } = parcel.body;
    if (currency !== 'SAR' || customs !== undefined || index % 2 === 0) return parcel;
    const own = packagesInfo.map((each: Body, at: number) => ({
      ...each,
      packageReference: `${referenceNumber}-${at + 1}`,
    }));
    return { ...parcel, body: { ...parcel.body, courierId: third, packagesInfo: own } };
  });
}

/** What its drivers do with a parcel: the order's lever says it, as it does at the sandbox's couriers. */
export function stepsOf({ endsAfterPickup }: ThirdCourier, referenceNumber: string): Step[] {
  switch (/-([A-Z]+)/.exec(referenceNumber)?.[1]) {
    case 'FAIL':
      return ['picked_up', 'failed', 'delivered'];
    case 'RTO':
    case 'LOST':
    case 'COURIERCANCEL':
      return endsAfterPickup ? ['picked_up', 'ended'] : ['ended'];
    default:
      return ['picked_up', 'delivered'];
  }
}

/** Drives booked parcels of the third courier in waves; after each the platform hears of it. */
export async function drive(
  platform: SharedPlatform,
  third: ThirdCourier,
  { booked, webhookUrl }: { booked: readonly Body[]; webhookUrl: string },
): Promise<void> {
  const ways = booked.map(({ awb, referenceNumber }) => ({
    awb: awb as string,
    steps: stepsOf(third, referenceNumber),
  }));
  for (let wave = 0; ways.some(({ steps }) => wave < steps.length); wave++) {
    const scans = ways.flatMap(({ awb, steps }) => {
      const step = steps[wave];
      return step === undefined ? [] : [{ awb, step }];
    });
    await third.scan(scans);
    await third.report(platform, { webhookUrl, awbs: scans.map(({ awb }) => awb) });
  }
}
