/**
 * One run over the whole tree, in ESM mode (NestJS 12 is ESM only): NODE_OPTIONS=--experimental-vm-modules, which tools/test.mjs
 * sets. Sources are read as they are; only the global setup uses built code (dist), so build once before `npx jest`.
 */
export default {
  rootDir: import.meta.dirname,
  roots: ['libs', 'apps', 'test', 'tools'].map((folder) => `<rootDir>/${folder}`),
  testMatch: ['libs/*/test', 'apps/*/test', 'test', 'tools/test'].map((folder) => `<rootDir>/${folder}/**/*.test.ts`),
  testEnvironment: 'node',
  testEnvironmentOptions: { customExportConditions: ['@qafila/source', 'node', 'node-addons'] },
  extensionsToTreatAsEsm: ['.ts'],
  transform: {
    '\\.ts$': ['@swc/jest', {
      jsc: {
        target: 'es2022',
        parser: { syntax: 'typescript', decorators: true },
        transform: { legacyDecorator: true, decoratorMetadata: true },
      },
      module: { type: 'es6' },
      sourceMaps: 'inline',
    }],
  },
  globalSetup: '<rootDir>/test/setup/global-setup.mjs',
  globalTeardown: '<rootDir>/test/setup/global-teardown.mjs',
  testTimeout: 60_000,
  // Each worker shares two cores with PostgreSQL and Kafka.
  maxWorkers: 2,
};
