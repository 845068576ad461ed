/**
 * Jest's testRunner: jest-circus runs the suites as always, and Node itself loads their modules. Jest's own loader
 * compiles and links every module again for every suite, about 1.5 s of processor time for a suite that starts a
 * service. Here a worker loads a module once. So a module's state lives as long as the worker, as in production, and a
 * suite must not change it without setting it back.
 */
import { createRequire, register } from 'node:module';
import { pathToFileURL } from 'node:url';
import circus from 'jest-circus/runner';
import { setGlobals } from './native-globals.mjs';

const TEST_TIMEOUT = Symbol.for('TEST_TIMEOUT_SYMBOL');
const require = createRequire(import.meta.url);
let runs = 0;

register('./native-hooks.mjs', import.meta.url);

/** The parameters are those of jest-circus/runner. */
export default async function runSuite(globalConfig, config, ...[environment, runtime, suite, sendMessage]) {
  // Node maps stacks by the source maps that the hooks write; Jest's function knows only its own loader's.
  process.setSourceMapsEnabled(true);
  Error.prepareStackTrace = undefined;
  delete globalThis[TEST_TIMEOUT];
  const loader = Object.create(runtime, {
    // Jest-circus keeps its state in this module, so every suite gets a new one.
    requireInternalModule: { value: requireAgain },
    setGlobalsForRuntime: { value: (globals) => setGlobals({ ...globals, jest: jestOf(environment.moduleMocker) }) },
    unstable_shouldLoadAsEsm: { value: () => true },
    unstable_importModule: { value: (path) => import(`${pathToFileURL(path).href}?run=${++runs}`) },
  });
  return circus.default(globalConfig, config, environment, loader, suite, sendMessage);
}

function requireAgain(path) {
  delete require.cache[path];
  return require(path);
}

/** The parts of `jest` that the suites use. */
const jestOf = (mocker) => ({
  fn: mocker.fn.bind(mocker),
  spyOn: mocker.spyOn.bind(mocker),
  restoreAllMocks: () => mocker.restoreAllMocks(),
  setTimeout: (timeoutMs) => void (globalThis[TEST_TIMEOUT] = timeoutMs),
});
