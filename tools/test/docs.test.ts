import { describe, expect, test } from '@jest/globals';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { retiredWordsIn } from '../lint/retired-words.mjs';

const root = fileURLToPath(new URL('../../', import.meta.url));
const read = (path: string): string => readFileSync(join(root, path), 'utf8');

/** Folders that a build, a run or a tool creates; and binary files. */
const GENERATED = new Set(['.cache', '.data', '.git', '.nx', 'coverage', 'dist', 'node_modules', 'results']);
const TEXT = /\.(ts|mjs|js|json|md|sql|ya?ml)$|(^|\/)(Dockerfile|run)$/;

function filesIn(folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
    if (entry.isDirectory()) return GENERATED.has(entry.name) ? [] : filesIn(path);
    return TEXT.test(path) ? [path] : [];
  });
}

const files = filesIn('');
const markdown = files.filter((path) => path.endsWith('.md'));
const documents = markdown.filter((path) => !/^(apps|libs|packages)\//.test(path));
const decisions = files.filter((path) => path.startsWith('docs/decisions/'));

/** A path from the root, or a file's name: `apps/payment/src/limits.ts`, `k8s/base/`, `relay.ts`. */
const PATH = /`((?:apps|bench|docs|k8s|libs|packages|test|tools)\/[\w./-]+)`/g;
const FILE_NAME = /`([\w-][\w./-]*\.(?:ts|mjs))`/g;
const LINK = /\]\((?!https?:|#)([^)#]+)/g;
const matches = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].map((match) => match[1] as string).filter((path) => !path.includes('NNNN'));

/** The prose of a Markdown file: code is blanked, so that line numbers stay. */
const proseOf = (text: string): string =>
  text.replace(/^ *```[^]*?^ *```|`[^`]*`|<!--[^]*?-->/gm, (code) => code.replace(/[^\n]/g, ' '));

test('the documents are found', () => {
  expect(documents).toEqual(
    expect.arrayContaining(['README.md', 'CONTRIBUTING.md', 'SECURITY.md', 'docs/glossary.md']),
  );
  expect(markdown).toContain('apps/sandbox/API.md');
  expect(decisions.length).toBeGreaterThanOrEqual(15);
  expect(deploymentFiles).toEqual(
    expect.arrayContaining(['Dockerfile', 'docker-compose.yml', 'k8s/base/webhooks.yaml']),
  );
});

describe.each(documents)('%s', (document) => {
  const text = read(document);

  test('names and links only files that exist', () => {
    const linked = matches(text, LINK).map((path) => join(dirname(document), path));
    expect([...matches(text, PATH), ...linked].filter((path) => !existsSync(join(root, path)))).toEqual([]);
  });

  test('names only sources that exist, where it names them without their folder', () => {
    const isKnown = (name: string): boolean => files.some((path) => path === name || path.endsWith(`/${name}`));
    expect(matches(text, FILE_NAME).filter((name) => !isKnown(name))).toEqual([]);
  });

  test('needs nothing outside the repository', () => {
    expect(text).not.toMatch(/\.\.\/shared|\/work\/|\/tmp\//);
  });
});

test.each(markdown)('%s uses no retired word in its prose', (path) => {
  const prose = proseOf(read(path));
  const found = retiredWordsIn(prose).map(
    ({ word, instead, index }) => `line ${prose.slice(0, index).split('\n').length}: ${word}, write ${instead}`,
  );
  expect(found).toEqual([]);
});

/** Their comments are prose too. Lint reads those of code. */
const deploymentFiles = files.filter((path) => /^k8s\/.*\.yaml$|^docker-compose\.yml$|^Dockerfile$/.test(path));

test.each(deploymentFiles)('%s uses no retired word in its comments', (path) => {
  const comments = [...read(path).matchAll(/(?:^|\s)#(.*)$/gm)].map((match) => match[1] as string);
  expect(
    comments.flatMap((comment) => retiredWordsIn(comment)).map(({ word, instead }) => `${word}, write ${instead}`),
  ).toEqual([]);
});

describe('decisions', () => {
  const numbers = decisions.map((path) => /\/(\d{4})-[\w-]+\.md$/.exec(path)?.[1]);

  test('have a number each', () => {
    expect(numbers).not.toContain(undefined);
    expect(new Set(numbers).size).toBe(numbers.length);
  });

  test('exist wherever code or a document cites one', () => {
    const cited = files.flatMap((path) =>
      [...read(path).matchAll(/\bdecisions?[/\s]\s*(?:[*#/]+\s*)?\[?(\d{4})\b/gi)].map((match) => match[1] as string),
    );
    expect(cited.length).toBeGreaterThan(30);
    expect(cited.filter((number) => !numbers.includes(number))).toEqual([]);
  });

  test.each(decisions)('%s fits on a page', (path) => {
    expect(read(path).split(/\s+/).length).toBeLessThanOrEqual(700);
  });
});

test('no file cites notes that are not in the repository', () => {
  const STALE = [/decision payments-states/i, /table of research/i, /\bDesign section\b/i];
  const self = 'tools/test/docs.test.ts';
  // A comment may break the phrase over two lines.
  const flat = (path: string): string => read(path).replace(/\s+(?:\*|\/\/|#)?\s*/g, ' ');
  expect(files.filter((path) => path !== self && STALE.some((phrase) => phrase.test(flat(path))))).toEqual([]);
});

describe('docs/architecture.md', () => {
  const page = read('docs/architecture.md');
  const lives = [...page.matchAll(/^## The life of ([^\n]+)\n([^]*?)(?=^## )/gm)].map((match) => match.slice(1));

  test('follows one meter event, checkout, shipment and webhook', () => {
    expect(lives.map(([title]) => title)).toEqual(['one meter event', 'one checkout', 'one shipment', 'one webhook']);
  });

  test.each(lives)('follows %s through at most twelve files, one a step', (_, text = '') => {
    const steps = [...text.matchAll(/^\d+\. `([^`]+)`: /gm)].map((match) => match[1] as string);
    expect(steps.length).toBeGreaterThan(5);
    expect(steps.length).toBeLessThanOrEqual(12);
    expect(matches(text, PATH).sort()).toEqual(steps.sort());
  });

  /** The sandbox is not part of the platform. */
  const parts = [...page.matchAll(/^\*\*(?!sandbox)(\w+)\*\* \(`apps\/\w+`\)[^]*?(?=^\*\*|^\| )/gm)];

  test.each(parts.map(([text, app]) => ({ app, text })))('names the folders of $app', ({ app, text }) => {
    const named = matches(text, /`([\w-]+)\/`/g).sort();
    const folders = readdirSync(join(root, 'apps', app as string, 'src'), { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && entry.name !== 'migrations')
      .map((entry) => entry.name);
    expect(named).toEqual(folders.sort());
  });
});
