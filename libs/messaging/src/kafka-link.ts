import type { Socket } from 'node:net';
import { Socket as UnconnectedSocket } from 'node:net';
import { Kafka } from 'kafkajs';
import type { ISocketFactory, KafkaConfig, Producer } from 'kafkajs';
import { brokerSocket } from './broker-socket.ts';
import { keyPartitioner } from './key-partitioner.ts';
import { installProduceRequests } from './produce-request.ts';

const MAX_TIMER_MS = 1_000;

/**
 * A producer with its connections, which can be cut for good: kafkajs retries by itself and reconnects even after a
 * disconnect, so only the sockets can prevent that a late retry is appended behind the messages of another process.
 */
export class KafkaLink {
  readonly producer: Producer;
  readonly #sockets = new Set<Socket>();
  #cutBecause: Error | undefined;
  readonly #onCut = new Set<(error: Error) => void>();
  #untilMs: () => number = () => Infinity;

  constructor(config: KafkaConfig) {
    installProduceRequests();
    this.producer = new Kafka({ ...config, socketFactory: (options) => this.#connect(options) }).producer({
      idempotent: true,
      maxInFlightRequests: 1,
      allowAutoTopicCreation: false,
      createPartitioner: keyPartitioner,
      retry: config.retry,
    });
  }

  /** Nothing that `work` sends leaves after `untilMs`. */
  async within<T>(untilMs: () => number, work: () => Promise<T>): Promise<T> {
    this.#untilMs = untilMs;
    let timer: NodeJS.Timeout | undefined;
    const watch = (): void => {
      const leftMs = this.#mayWrite() ? untilMs() - performance.now() : 0;
      if (leftMs > 0) timer = setTimeout(watch, Math.min(Math.ceil(leftMs), MAX_TIMER_MS)).unref();
    };
    let onCut: ((error: Error) => void) | undefined;
    const cut = new Promise<never>((_, reject) => {
      onCut = reject;
      this.#onCut.add(reject);
    });
    cut.catch(() => {});
    if (untilMs() < Infinity) watch();
    try {
      return await Promise.race([work(), cut]);
    } finally {
      clearTimeout(timer);
      this.#onCut.delete(onCut!);
      this.#untilMs = () => Infinity;
    }
  }

  /** Closes every connection and opens none after that. */
  cut(because: Error): void {
    if (this.#cutBecause !== undefined) return;
    this.#cutBecause = because;
    for (const reject of this.#onCut) reject(because);
    for (const socket of this.#sockets) socket.destroy(because);
  }

  #mayWrite(): boolean {
    if (this.#cutBecause === undefined && performance.now() >= this.#untilMs())
      this.cut(new Error('the lease ended before the brokers had answered'));
    return this.#cutBecause === undefined;
  }

  #connect(options: Parameters<ISocketFactory>[0]): Socket {
    if (!this.#mayWrite()) {
      const refused = new UnconnectedSocket();
      setImmediate(() => refused.destroy(this.#cutBecause));
      return refused;
    }
    const socket = brokerSocket(options);
    this.#sockets.add(socket);
    socket.once('close', () => this.#sockets.delete(socket));
    const write = socket.write.bind(socket) as (...args: unknown[]) => boolean;
    // A process that was frozen continues in the middle of its work: its timers may not have run yet.
    socket.write = ((...args: unknown[]) => (this.#mayWrite() ? write(...args) : false)) as typeof socket.write;
    return socket;
  }
}
