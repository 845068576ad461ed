/** Returns null when healthy, else what is wrong in a few words. Must return within the timeout of the probe. */
export type HealthCheck = () => Promise<string | null>;

/** Readiness: what must work for this instance to get requests. Liveness only checks that the event loop answers. */
export class Health {
  readonly #checks = new Map<string, HealthCheck>();
  /** True while draining: the load balancer must send no more requests. */
  draining = false;

  add(name: string, check: HealthCheck): void {
    this.#checks.set(name, check);
  }

  async ready(): Promise<{ ready: boolean; problems: Record<string, string> }> {
    const problems: Record<string, string> = {};
    await Promise.all(
      [...this.#checks].map(async ([name, check]) => {
        const problem = await check().catch((error: unknown) =>
          error instanceof Error ? error.message : String(error),
        );
        if (problem !== null) problems[name] = problem;
      }),
    );
    if (this.draining) problems.process = 'draining';
    return { ready: Object.keys(problems).length === 0, problems };
  }
}
