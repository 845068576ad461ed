import { randomBytes } from 'node:crypto';
import { describe } from '@jest/globals';

export interface TestKafka {
  brokers: string;
  /** The prefix of the caller's topics and groups, because the whole run shares the broker. */
  topicPrefix: string;
}

/** The broker of the run; undefined on a machine that cannot run one. */
export function testKafka(): TestKafka | undefined {
  const brokers = process.env['TEST_KAFKA_BROKERS'];
  return brokers ? { brokers, topicPrefix: `t${randomBytes(5).toString('hex')}.` } : undefined;
}

/** Like describe, with the broker; skipped without one. Under CI=true the run fails earlier if there is no broker. */
export function describeWithKafka(name: string, tests: (kafka: TestKafka) => void): void {
  const kafka = testKafka();
  if (kafka) describe(name, () => tests(kafka));
  else describe.skip(name, () => tests({ brokers: 'none:0', topicPrefix: '' }));
}
