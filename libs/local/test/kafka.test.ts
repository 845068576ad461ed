import { expect, test } from '@jest/globals';
import { rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { brokerAnswers } from '../src/kafka-metadata.ts';
import { kafkaAvailable, startKafka } from '../src/kafka.ts';
import { scratchDir } from '../src/scratch-dir.ts';

const available = await kafkaAvailable();

function isOpen(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1' });
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}

(available.ok ? test : test.skip)(
  'a broker starts, restarts on its port after kill -9, and stops',
  async () => {
    const dir = await scratchDir('kafka-test');
    const kafka = await startKafka({ dataDir: join(dir, 'kafka'), heapMb: 256 });
    try {
      expect(kafka.brokers).toBe(`127.0.0.1:${kafka.port}`);
      expect(await brokerAnswers(kafka.port)).toBe(true);
      await kafka.kill();
      expect(await isOpen(kafka.port)).toBe(false);
      await kafka.restart();
      expect(await brokerAnswers(kafka.port)).toBe(true);
    } finally {
      await kafka.stop();
      await rm(dir, { recursive: true, force: true });
    }
    expect(await isOpen(kafka.port)).toBe(false);
  },
  180_000,
);
