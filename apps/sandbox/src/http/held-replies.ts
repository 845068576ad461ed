import type { FastifyReply } from 'fastify';
import type { OnModuleDestroy } from '@nestjs/common';

/** Connections that wait for an answer which never comes. A stop drops them, so that it does not wait too. */
export class HeldReplies implements OnModuleDestroy {
  readonly #held = new Set<() => void>();

  drop(reply: FastifyReply): void {
    reply.hijack();
    reply.raw.socket?.destroy();
  }

  hold(reply: FastifyReply, ms: number): void {
    reply.hijack();
    const release = (): void => {
      clearTimeout(timer);
      this.#held.delete(release);
      reply.raw.socket?.destroy();
    };
    const timer = setTimeout(release, ms);
    this.#held.add(release);
    reply.raw.once('close', release);
  }

  /** Nest calls it before it waits for the open connections. */
  onModuleDestroy(): void {
    for (const release of [...this.#held]) release();
  }
}
