import { infrastructure } from './infrastructure.mjs';
import { sharedPlatforms } from './shared-platforms.mjs';

/**
 * `npm test` runs several Jests and shares one PostgreSQL, one Kafka and the platforms: its address answers with the
 * environment. A Jest that runs by itself starts its own. Jest reads the environment of its workers from ours, after
 * this.
 */
export default async function globalSetup() {
  const shared = process.env.TEST_INFRASTRUCTURE_URL;
  if (shared) return Object.assign(process.env, await environmentFrom(shared));
  Object.assign(process.env, await infrastructure.start());
  Object.assign(process.env, await sharedPlatforms.offer());
}

async function environmentFrom(url) {
  const response = await fetch(url, { signal: AbortSignal.timeout(120_000) });
  const answer = await response.json();
  if (!response.ok) throw new Error(answer.error);
  return answer;
}
