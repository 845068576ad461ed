import type { FastifyReply } from 'fastify';
import type { OnModuleDestroy } from '@nestjs/common';

/** Connections that wait for an answer that never comes. A stop drops them, so it need not wait for them. */
export class SuspendedReplies implements OnModuleDestroy {
  readonly #releases = new Set<() => void>();

  drop(reply: FastifyReply): void {
    reply.hijack();
    reply.raw.socket?.destroy();
  }

  suspend(reply: FastifyReply, ms: number): void {
    reply.hijack();
    const release = (): void => {
      clearTimeout(timer);
      this.#releases.delete(release);
      reply.raw.socket?.destroy();
    };
    const timer = setTimeout(release, ms);
    this.#releases.add(release);
    reply.raw.once('close', release);
  }

  /** Nest calls it before it waits for the open connections. */
  onModuleDestroy(): void {
    for (const release of [...this.#releases]) release();
  }
}
