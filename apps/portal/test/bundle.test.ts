import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from '@jest/globals';

const built = fileURLToPath(new URL('../dist-web', import.meta.url));
const FIRST_LOAD_BYTES_MAX = 250 * 1024;

interface Chunk {
  file: string;
  imports?: string[];
  css?: string[];
}
const manifest = JSON.parse(readFileSync(join(built, 'manifest.json'), 'utf8')) as Record<string, Chunk>;
const page = readFileSync(join(built, 'index.html'), 'utf8');

/** The files that a browser gets for a module: its own, its styles, and those of what it imports. */
function filesOf(name: string, seen = new Set<string>()): Set<string> {
  const { file, css = [], imports = [] } = manifest[name] as Chunk;
  if (seen.has(file)) return seen;
  for (const each of [file, ...css]) seen.add(each);
  for (const imported of imports) filesOf(imported, seen);
  return seen;
}

function gzippedBytes(files: Iterable<string>): number {
  return [...files].reduce((sum, file) => sum + gzipSync(readFileSync(join(built, file))).length, 0);
}

describe('the built portal', () => {
  test.each([
    'src/home/home-page.tsx',
    'src/payments/payments-page.tsx',
    'src/payments/payment-page.tsx',
    'src/webhooks/endpoint-page.tsx',
  ])('loads %s first with at most 250 KB of scripts, styles and page, gzipped', (screen) => {
    const files = new Set(['index.html', 'first-paint.js', ...filesOf('index.html'), ...filesOf(screen)]);
    expect(gzippedBytes(files)).toBeLessThanOrEqual(FIRST_LOAD_BYTES_MAX);
  });

  test('splits each screen into a file of its own', () => {
    const first = filesOf('index.html');
    const screens = Object.keys(manifest).filter((name) => name.endsWith('-page.tsx'));
    expect(screens.length).toBeGreaterThanOrEqual(4);
    for (const screen of screens) expect(first).not.toContain(manifest[screen]?.file);
  });

  test('has no script and no style in the page, so that the policy needs no unsafe-inline', () => {
    expect(page.match(/<script(?![^>]*\bsrc=)[^>]*>/g)).toBeNull();
    expect(page).not.toMatch(/<style|\sstyle=|\son\w+=/);
    for (const [tag] of page.matchAll(/<(?:script|link rel="(?:stylesheet|modulepreload)")[^>]*>/g))
      expect(tag).toContain('nonce="__CSP_NONCE__"');
  });

  test('has no data: address in its styles, which the policy refuses for fonts', () => {
    const styles = readdirSync(join(built, 'assets')).filter((name) => name.endsWith('.css'));
    expect(styles.length).toBeGreaterThan(0);
    for (const name of styles)
      expect(readFileSync(join(built, 'assets', name), 'utf8')).not.toMatch(/url\(["']?data:font/);
  });
});
