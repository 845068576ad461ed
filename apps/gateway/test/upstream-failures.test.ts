import { expect, test } from '@jest/globals';
import { Metrics } from '@qafila/runtime/metrics';
import type { Logger } from '@qafila/runtime/log';
import { UpstreamFailures } from '../src/upstream-failures.ts';

test('a failed call is told as the gateway\'s own, and names the service behind it apart', async () => {
  const lines: unknown[] = [];
  const metrics = new Metrics('gateway', { processMetrics: false });
  const failures = new UpstreamFailures({ warn: (...line: unknown[]) => lines.push(line) } as unknown as Logger, metrics);
  for (let call = 0; call < 2; call++) failures.note('payment', Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' }));
  // A line that says `service` twice would be filed under the service that did not write it.
  expect(lines).toEqual([[{ upstream: 'payment', reason: 'ECONNREFUSED', error: 'connect ECONNREFUSED' }, 'upstream.failed']]);
  expect(await metrics.registry.metrics()).toContain('gateway_upstream_failures_total{upstream="payment",reason="ECONNREFUSED",service="gateway"} 2');
});
