import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';

/** Reads a trace `TIMESTAMP,ContextTokens,GeneratedTokens`; times have no zone and are UTC. Numbers stay text. */
export async function readTrace(path) {
  const bytes = await readFile(path).catch((error) => {
    throw new Error(`cannot read ${path}: ${error.code ?? error.message}`);
  });
  const [head, ...lines] = bytes
    .toString('utf8')
    .split(/\r?\n/)
    .filter((line) => line !== '');
  if (head !== 'TIMESTAMP,ContextTokens,GeneratedTokens')
    throw new Error(`${path}: the first line must be TIMESTAMP,ContextTokens,GeneratedTokens`);
  // The same file gives the same ids, so sending it again finds its own events.
  const source = createHash('sha256').update(bytes).digest('hex').slice(0, 8);
  return lines.map((line, index) => {
    const [stamp, contextTokens, generatedTokens] = line.split(',');
    if (
      !/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{1,9}$/.test(stamp ?? '') ||
      !/^\d+$/.test(contextTokens ?? '') ||
      !/^\d+$/.test(generatedTokens ?? '')
    ) {
      throw new Error(
        `${path}, line ${index + 2}: expected a time and two whole numbers, found ${JSON.stringify(line)}`,
      );
    }
    return {
      id: `trace-${source}-${String(index + 1).padStart(6, '0')}`,
      timestamp: `${stamp.replace(' ', 'T')}Z`,
      contextTokens,
      generatedTokens,
    };
  });
}

/**
 * One row as the body of the send-event operation. Written as text, so that its numbers keep the digits of the file.
 */
export function eventBody(row) {
  const payload = `{"context_tokens":${row.contextTokens},"generated_tokens":${row.generatedTokens}}`;
  return `{"operation":"ADD","event_id":"${row.id}","timestamp":"${row.timestamp}","payload":${payload}}`;
}

export const METERS = [
  { id: 'demo-requests', name: 'Requests', aggregation_type: 'count' },
  {
    id: 'demo-generated-tokens',
    name: 'Generated tokens',
    aggregation_type: 'sum',
    aggregation_field: 'generated_tokens',
  },
  {
    id: 'demo-context-tokens-max',
    name: 'Context tokens, largest',
    aggregation_type: 'max',
    aggregation_field: 'context_tokens',
  },
  {
    id: 'demo-context-tokens-latest',
    name: 'Context tokens, latest',
    aggregation_type: 'latest',
    aggregation_field: 'context_tokens',
  },
];
