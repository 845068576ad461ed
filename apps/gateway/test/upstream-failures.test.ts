import { expect, test } from '@jest/globals';
import { Metrics } from '@qafila/runtime/metrics';
import type { Logger } from '@qafila/runtime/log';
import { UpstreamFailures } from '../src/upstreams/upstream-failures.ts';

test('a failed call is logged by the gateway, with the service in the field upstream', async () => {
  const lines: unknown[] = [];
  const metrics = new Metrics('gateway', { processMetrics: false });
  const failures = new UpstreamFailures(
    { warn: (...line: unknown[]) => lines.push(line) } as unknown as Logger,
    metrics,
  );
  for (let call = 0; call < 2; call++)
    failures.record('payment', Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' }));
  // A second field `service` would attribute the line to a service that did not write it.
  expect(lines).toEqual([
    [{ upstream: 'payment', reason: 'ECONNREFUSED', error: 'connect ECONNREFUSED' }, 'upstream.failed'],
  ]);
  expect(await metrics.registry.metrics()).toContain(
    'gateway_upstream_failures_total{upstream="payment",reason="ECONNREFUSED",service="gateway"} 2',
  );
});
