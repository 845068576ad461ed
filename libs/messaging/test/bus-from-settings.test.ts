import { describe, expect, test } from '@jest/globals';
import { Settings } from '@qafila/runtime/env';
import type { ServiceContext } from '@qafila/runtime/service';
import { kafkaSettings } from '../src/bus-from-settings.ts';

describe('KAFKA_BROKERS', () => {
  const brokersOf = (text: string): string[] =>
    kafkaSettings({ name: 'test', settings: new Settings({ KAFKA_BROKERS: text }) } as ServiceContext).brokers;

  test('names brokers by host and port', () => {
    expect(brokersOf('kafka-1:9092, 10.0.0.2:9092,[::1]:9092')).toEqual([
      'kafka-1:9092',
      '10.0.0.2:9092',
      '[::1]:9092',
    ]);
  });

  test.each(['kafka', 'kafka:', 'http://kafka:9092', 'kafka:9092,', 'kafka 9092'])(
    '%j is refused in one line, instead of endless connection attempts',
    (text) => {
      expect(() => brokersOf(text)).toThrow(
        /^KAFKA_BROKERS must be host:port, several of them separated by commas, not "/,
      );
    },
  );
});
