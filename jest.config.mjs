/**
 * Sources are read as they are; the global setup and started processes use built code (dist), so build before
 * `npx jest`.
 */
export default {
  rootDir: import.meta.dirname,
  roots: ['libs', 'apps', 'packages', 'test', 'tools'].map((folder) => `<rootDir>/${folder}`),
  testMatch: ['libs/*/test', 'apps/*/test', 'packages/*/test', 'test', 'tools/test'].map(
    (folder) => `<rootDir>/${folder}/**/*.test.ts`,
  ),
  // What `npm run package -w qafila` writes has the name of its source.
  modulePathIgnorePatterns: ['<rootDir>/packages/cli/.cache/'],
  testRunner: '<rootDir>/test/setup/native-runner.mjs',
  testEnvironment: 'node',
  // Node compiles and loads everything (test/setup/native-hooks.mjs).
  transform: {},
  globalSetup: '<rootDir>/test/setup/global-setup.mjs',
  globalTeardown: '<rootDir>/test/setup/global-teardown.mjs',
  testTimeout: 180_000,
  // Each worker shares two cores with PostgreSQL and Kafka.
  maxWorkers: 2,
  // A worker keeps the modules of every suite that it ran, so it restarts at this size.
  workerIdleMemoryLimit: '1500MB',
};
