import { infrastructure } from './infrastructure.mjs';
import { sharedPlatforms } from './shared-platforms.mjs';

/** Platforms need the database and the broker until they have stopped. */
export default async function globalTeardown() {
  await sharedPlatforms.stop();
  await infrastructure.stop();
}
