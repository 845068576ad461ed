import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client';

const ANSWER_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Each service has its own registry, because the standalone process contains several services. */
export class Metrics {
  readonly registry = new Registry();
  constructor(service: string, { processMetrics = true } = {}) {
    this.registry.setDefaultLabels({ service });
    if (processMetrics) collectDefaultMetrics({ register: this.registry });
  }

  counter<Label extends string>(name: string, help: string, labelNames: readonly Label[] = []): Counter<Label> {
    return new Counter({ name, help, labelNames, registers: [this.registry] });
  }

  gauge<Label extends string>(name: string, help: string, labelNames: readonly Label[] = []): Gauge<Label> {
    return new Gauge({ name, help, labelNames, registers: [this.registry] });
  }

  histogram<Label extends string>(
    name: string,
    help: string,
    labelNames: readonly Label[] = [],
    buckets = ANSWER_SECONDS,
  ): Histogram<Label> {
    return new Histogram({
      name,
      help,
      labelNames,
      registers: [this.registry],
      buckets,
    });
  }
}
