/** Answers null when well, else what is wrong in a few words. Must answer within the probe's time-out. */
export type HealthCheck = () => Promise<string | null>;

/** Readiness: what must be well for this instance to be given work. Liveness is the event loop's answer alone. */
export class Health {
  readonly #checks = new Map<string, HealthCheck>();
  /** Set while draining: the load balancer must send nothing more. */
  draining = false;

  add(name: string, check: HealthCheck): void {
    this.#checks.set(name, check);
  }

  async ready(): Promise<{ ready: boolean; problems: Record<string, string> }> {
    const problems: Record<string, string> = {};
    await Promise.all([...this.#checks].map(async ([name, check]) => {
      const problem = await check().catch((error: unknown) => (error instanceof Error ? error.message : String(error)));
      if (problem !== null) problems[name] = problem;
    }));
    if (this.draining) problems.process = 'draining';
    return { ready: Object.keys(problems).length === 0, problems };
  }
}
