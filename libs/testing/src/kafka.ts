import { randomBytes } from 'node:crypto';
import { describe } from '@jest/globals';

export interface TestKafka {
  brokers: string;
  /** Begins the name of every topic and group of this caller: the broker is shared by the whole run. */
  topicPrefix: string;
}

/** The run's broker; undefined on a machine that cannot have one. */
export function testKafka(): TestKafka | undefined {
  const brokers = process.env['TEST_KAFKA_BROKERS'];
  return brokers ? { brokers, topicPrefix: `t${randomBytes(5).toString('hex')}.` } : undefined;
}

/** Like describe, with the broker; skipped without one. Under CI=true a missing broker has failed the run before. */
export function describeWithKafka(name: string, tests: (kafka: TestKafka) => void): void {
  const kafka = testKafka();
  if (kafka) describe(name, () => tests(kafka));
  else describe.skip(name, () => tests({ brokers: 'none:0', topicPrefix: '' }));
}
