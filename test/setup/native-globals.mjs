/**
 * `@jest/globals` for suites that test/setup/native-runner.mjs loads. A helper that two suites share is loaded once, so
 * what it imports from here changes with the suite.
 */
export let afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest, test;

export function setGlobals(globals) {
  ({ afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest, test } = globals);
}
