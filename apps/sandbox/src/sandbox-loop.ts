import { LIMITS } from './limits.ts';
import type { Sandbox } from './sandbox.ts';

/** What the outside world does by itself, such as to call back: a turn says how much it did, and is asked again until that is nothing. */
export class SandboxLoop {
  #running: Promise<void> | undefined;
  #stopped = false;
  #wake: () => void = () => {};
  #woken = false;

  constructor(private readonly turn: (sandbox: Sandbox) => Promise<number>) {}

  start(sandbox: Sandbox): void {
    this.#running = this.#run(sandbox);
  }

  wake(): void {
    this.#woken = true;
    this.#wake();
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    this.#wake();
    await this.#running;
  }

  async #run(sandbox: Sandbox): Promise<void> {
    while (!this.#stopped) {
      this.#woken = false;
      const done = await this.#turn(sandbox);
      if (done === 0 && !this.#woken && !this.#stopped) await this.#pause();
    }
  }

  async #turn(sandbox: Sandbox): Promise<number> {
    try {
      return await this.turn(sandbox);
    } catch (error) {
      sandbox.log.warn({ error: String(error) }, 'sandbox.turn_failed');
      return 0;
    }
  }

  #pause(): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, LIMITS.loopEveryMs);
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}
