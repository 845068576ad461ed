import { infrastructure } from './infrastructure.mjs';

/** Jest reads the environment of its workers from ours, after this. */
export default async function globalSetup() {
  const { postgresUrl, brokers } = await infrastructure.start();
  process.env.TEST_POSTGRES_URL = postgresUrl;
  if (brokers) process.env.TEST_KAFKA_BROKERS = brokers;
}
