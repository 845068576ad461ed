import nx from '@nx/eslint-plugin';
import tseslint from 'typescript-eslint';
import { appNames, prepareProjectGraph } from './tools/lint/project-graph.mjs';
import { folderDirection } from './tools/lint/folder-direction.mjs';
import { noImportCycles } from './tools/lint/no-import-cycles.mjs';
import { retiredWords } from './tools/lint/retired-words.mjs';

await prepareProjectGraph();

/** Who may import whom: the tags are in each package.json under "nx". */
const boundaries = {
  depConstraints: [
    { sourceTag: 'layer:contract', onlyDependOnLibsWithTags: ['layer:contract'] },
    { sourceTag: 'layer:platform', onlyDependOnLibsWithTags: ['layer:contract', 'layer:platform'] },
    { sourceTag: 'layer:service', onlyDependOnLibsWithTags: ['layer:contract', 'layer:platform'] },
    { sourceTag: 'layer:edge', onlyDependOnLibsWithTags: ['layer:contract', 'layer:platform'] },
    { sourceTag: 'layer:client', onlyDependOnLibsWithTags: ['layer:client', 'layer:contract'] },
    { sourceTag: 'layer:tool', onlyDependOnLibsWithTags: ['*'] },
  ],
};

const tooManyParameters = {
  // Constructors and decorated parameters of a handler are exempt: Nest passes their arguments.
  selector:
    ':function[params.length>4]' +
    ':not(MethodDefinition[kind="constructor"] > FunctionExpression, [params.0.decorators.length>0])',
  message: 'More than 4 parameters: name them in one object.',
};
const environmentRead = {
  selector: 'MemberExpression[object.name="process"][property.name="env"]',
  message: 'Configuration is read in libs/runtime and passed on; process.env is not read here.',
};
const sectionInText = {
  selector: ':matches(Literal[value=/(?<!RFC \\d+ )§/], TemplateElement[value.raw=/(?<!RFC \\d+ )§/])',
  message: 'Merchants read this text and cannot read the contract: say it without a §. A comment may cite it.',
};
const kafkajs = {
  name: 'kafkajs',
  message: 'Only libs/messaging talks to Kafka; use its publish() and its consumers.',
};
// Nx sees only what a package exports; this holds for `@qafila/identity/dist/…` too.
const apps = {
  group: appNames().flatMap((name) => [name, `${name}/**`]),
  message: 'Apps meet over HTTP and Kafka, never by import.',
};
const environmentImport = { name: 'node:process', importNames: ['env'], message: environmentRead.message };

const unchecked = 'Use send() or call() of the platform, which compare each answer with the OpenAPI document.';

/** Released migrations never change; the lint's own list and its test name what it retires. */
const KEEPS_OLD_WORDS = ['**/migrations/**', 'tools/lint/retired-words.mjs', 'tools/test/lint-rules.test.ts'];
const TESTS = ['**/test/**', 'bench/**'];
const MAY_READ_ENVIRONMENT = [
  'libs/runtime/**',
  'libs/local/**',
  'libs/testing/**',
  'apps/standalone/**',
  'packages/cli/**',
  'tools/**',
  '*.mjs',
  ...TESTS,
];

export default tseslint.config(
  {
    ignores: [
      '**/dist/**',
      '**/dist-web/**',
      '**/node_modules/**',
      '.nx/**',
      '.cache/**',
      '.data/**',
      'coverage/**',
      'bench/results/**',
      '**/generated/**',
    ],
  },
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },
  ...tseslint.configs.recommended,
  {
    files: ['**/*.{ts,tsx,mts,js,mjs}'],
    plugins: {
      '@nx': nx,
      qafila: {
        rules: {
          'folder-direction': folderDirection,
          'no-import-cycles': noImportCycles,
          'retired-words': retiredWords,
        },
      },
    },
    rules: {
      '@nx/enforce-module-boundaries': ['error', boundaries],
      'qafila/folder-direction': 'error',
      'qafila/no-import-cycles': 'error',
      'qafila/retired-words': 'error',
      complexity: ['error', 15],
      'no-nested-ternary': 'error',
      'max-len': ['error', { code: 120, ignorePattern: "^\\s*(import|export) .* from '" }],
      'max-lines': ['error', 400],
      'max-lines-per-function': ['error', { max: 70, skipBlankLines: true, skipComments: true }],
      'no-restricted-syntax': ['error', tooManyParameters, environmentRead, sectionInText],
      'no-restricted-imports': ['error', { paths: [kafkajs, environmentImport], patterns: [apps] }],
      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', varsIgnorePattern: '^_', caughtErrors: 'none', ignoreRestSiblings: true },
      ],
      // NestJS modules are classes without a body.
      '@typescript-eslint/no-extraneous-class': 'off',
      eqeqeq: ['error', 'always', { null: 'ignore' }],
      'no-constant-binary-expression': 'error',
      'no-control-regex': 'error',
      'no-fallthrough': 'error',
      'no-self-compare': 'error',
      'no-unreachable': 'error',
      'no-unsafe-finally': 'error',
      'prefer-const': 'error',
    },
  },
  {
    files: MAY_READ_ENVIRONMENT,
    rules: {
      'no-restricted-syntax': ['error', tooManyParameters],
      'no-restricted-imports': ['error', { paths: [kafkajs] }],
    },
  },
  { files: KEEPS_OLD_WORDS, rules: { 'qafila/retired-words': 'off' } },
  {
    files: ['**/migrations/**'],
    rules: { 'max-len': 'off', 'no-restricted-syntax': ['error', tooManyParameters, environmentRead] },
  },
  {
    // Writing a table needs nothing of Node; the rest of the library does.
    files: ['apps/portal/src/**'],
    rules: {
      '@nx/enforce-module-boundaries': ['error', { ...boundaries, allow: ['@qafila/csv/write-csv'] }],
    },
  },
  { files: ['libs/messaging/**'], rules: { 'no-restricted-imports': ['error', { patterns: [apps] }] } },
  {
    // A describe() is one function of many tests. Tests use libs/testing, and tools use what was built.
    files: [...TESTS, 'tools/**'],
    rules: { 'max-lines-per-function': 'off', '@nx/enforce-module-boundaries': 'off' },
  },
  {
    files: ['test/*-journey.test.ts'],
    rules: {
      'no-restricted-globals': ['error', { name: 'fetch', message: unchecked }],
      '@typescript-eslint/no-restricted-imports': [
        'error',
        { paths: [{ name: '@qafila/testing/http-call', message: unchecked, allowTypeImports: true }] },
      ],
    },
  },
  {
    // The one app that is made of the others; nothing imports it, so it can close no circle.
    files: ['apps/standalone/src/**'],
    rules: { '@nx/enforce-module-boundaries': ['error', { ...boundaries, allow: apps.group }] },
  },
);
