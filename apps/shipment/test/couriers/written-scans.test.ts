import { expect, test } from '@jest/globals';
import { dhlCodes, dhlScans } from '../../src/couriers/dhl/dhl-scans.ts';
import { karrioScans, karrioWords } from '../../src/couriers/karrio/karrio-scans.ts';
import { smsaCodes, smsaScans } from '../../src/couriers/smsa/smsa-scans.ts';

// What a courier sends beside what its documentation says: kept as it is written, or left out when it says nothing.
test('DHL: an unknown code and an unreadable time are kept, and what says nothing is not', () => {
  const event = (typeCode: string, date: string, time = '10:00:00'): object => ({ typeCode, date, time });
  const events = [event('QQ', '2026-11-23'), event('OK', '23.11.2026'), event('SC', '2026-11-23'), event('QQ', '')];
  expect(dhlScans({ shipmentTrackingNumber: 'D1', events }, dhlCodes(undefined))).toMatchObject([
    { unreadable: 'code', awb: 'D1', courierStatusCode: 'QQ', writtenAt: '2026-11-23 10:00:00' },
    { unreadable: 'time', awb: 'D1', courierStatusCode: 'OK', writtenAt: '23.11.2026 10:00:00' },
    { unreadable: 'code', awb: 'D1', courierStatusCode: 'QQ', writtenAt: '10:00:00' },
  ]);
});

test('SMSA: an unknown code and an unreadable time are kept, and what says nothing is not', () => {
  const scan = (ScanType: string, ScanDateTime: string): object => ({ ScanType, ScanDateTime, ScanTimeZone: '+03:00' });
  const Scans = [scan('QQ-1', '2026-11-23T10:00:00'), scan('DL', 'today'), scan('SMS', 'today')];
  expect(smsaScans({ AWB: 'S1', Scans }, smsaCodes(undefined))).toMatchObject([
    { unreadable: 'code', courierStatusCode: 'QQ-1', writtenAt: '2026-11-23T10:00:00 +03:00' },
    { unreadable: 'time', courierStatusCode: 'DL', writtenAt: 'today +03:00' },
  ]);
});

test('Karrio: words that it does not list are kept and logged; pending and a new tracker say nothing', () => {
  const warned: unknown[] = [];
  const words = karrioWords({ warn: (about) => void warned.push(about) });
  const tracker = {
    status: 'unknown',
    events: [
      { code: 'C1', status: 'abducted', date: '2026-11-23', time: '10:00' },
      { code: 'C2', status: 'unknown', date: '2026-11-23', time: '11:00' },
      { code: 'delivered', status: 'in_transit', date: '2026-11-23', time: '12:00' },
      { code: 'C3', status: 'delivered', date: 'soon' },
      { code: 'C4', date: 'later' },
      { code: 'C5', status: 'pending', date: '2026-11-23', time: '12:30' },
      { code: 'C6', date: '2026-11-23', time: '13:00' },
    ],
  };
  expect(karrioScans('K1', tracker, words)).toMatchObject([
    { unreadable: 'code', courierStatusCode: 'C1', writtenAt: '2026-11-23 10:00' },
    { unreadable: 'code', courierStatusCode: 'C2' },
    { status: 'IN_TRANSIT', courierStatusCode: 'delivered' },
    { unreadable: 'time', courierStatusCode: 'C3', writtenAt: 'soon' },
    { unreadable: 'time', courierStatusCode: 'C4', writtenAt: 'later' },
  ]);
  expect(warned).toEqual(['C1', 'C2'].map((code) => ({ courier: 'karrio', code, awb: 'K1' })));
});
