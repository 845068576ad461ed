import 'reflect-metadata';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, expect, test } from '@jest/globals';
import { Controller, Get, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { Payload } from '@nestjs/microservices';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { startKafka } from '@qafila/local/kafka';
import type { Kafka } from '@qafila/local/kafka';
import { freePort } from '@qafila/local/free-port';
import { scratchDir } from '@qafila/local/scratch-dir';
import { describeWithKafka } from '@qafila/testing/kafka';
import { eventually } from '@qafila/testing/wait';
import { BatchTransport, ConsumesBatch } from '../src/batch-transport.ts';
import type { Bus, IncomingMessage, PoisonMessage } from '../src/bus.ts';
import { EmbeddedBus } from '../src/embedded-bus.ts';
import { kafkaBus, silent } from './outbox-database.ts';

const batches: { handler: string; values: string[] }[] = [];
const valuesOf = (handler: string): string[] =>
  batches.filter((one) => one.handler === handler).flatMap((one) => one.values);

@Controller()
class Consumers {
  @ConsumesBatch('orders')
  async orders(@Payload() messages: IncomingMessage[]): Promise<PoisonMessage[]> {
    if (messages.some((message) => message.key === 'throws')) throw new TypeError('not a function');
    batches.push({ handler: 'orders', values: messages.map((message) => message.value.toString()) });
    return messages
      .filter((message) => message.key === 'poison')
      .map((message) => ({ message, error: new Error('poison') }));
  }

  @ConsumesBatch('orders.dlq')
  async dead(@Payload() messages: IncomingMessage[]): Promise<void> {
    batches.push({
      handler: 'dead',
      values: messages.map((message) => `${message.value.toString()}: ${message.headers['x-error']}`),
    });
  }

  @Get('/alive')
  alive(): string {
    return 'yes';
  }
}

@Module({ controllers: [Consumers] })
class App {}

const apps: NestFastifyApplication[] = [];
afterAll(async () => {
  for (const app of apps) await app.close();
});

async function startApp(bus: Bus): Promise<NestFastifyApplication> {
  batches.length = 0;
  const app = await NestFactory.create<NestFastifyApplication>(App, new FastifyAdapter(), {
    logger: false,
    abortOnError: false,
  });
  app.connectMicroservice({ strategy: new BatchTransport(bus, 'test', { batchMessagesMax: 100 }) });
  await app.startAllMicroservices();
  await app.listen(0, '127.0.0.1');
  apps.push(app);
  return app;
}

const order = (key: string, value = key) => ({ topic: 'orders', key, value });

test('handlers get whole batches over the embedded bus, and one that throws does not stop the others', async () => {
  const bus = new EmbeddedBus(silent);
  await startApp(bus);
  await bus.publish(Array.from({ length: 250 }, (_, n) => order('k', String(n))));
  expect(batches.map((one) => one.values.length)).toEqual([100, 100, 50]);
  expect(valuesOf('orders')).toEqual(Array.from({ length: 250 }, (_, n) => String(n)));
  await bus.publish([order('a'), order('throws'), order('b')]);
  expect(valuesOf('orders').slice(250)).toEqual(['a', 'b']);
  await bus.stop();
});

describeWithKafka('a service whose broker is away', () => {
  let kafka: Kafka | undefined;
  afterAll(async () => {
    await kafka?.stop();
  });

  test('starts without the broker, subscribes when it comes, survives its data loss, and stops in time', async () => {
    const [port, dataDir] = [await freePort(), await scratchDir('away')];
    const bus = kafkaBus({ brokers: `127.0.0.1:${port}`, topicPrefix: '' });
    const app = await startApp(bus);
    const alive = async (): Promise<string> => (await fetch(`${await app.getUrl()}/alive`)).text();
    expect(await alive()).toBe('yes');
    expect(await bus.health()).toMatch(/^test\.orders/);
    expect(await bus.stall()).toBeNull();

    kafka = await startKafka({ dataDir, port });
    await bus.publish([order('a'), order('poison'), order('throws'), order('b')]);
    await eventually(() => valuesOf('orders').length >= 3 && valuesOf('dead').length >= 2, {
      timeoutMs: 90_000,
      what: 'the messages',
    });
    expect(valuesOf('orders').sort()).toEqual(['a', 'b', 'poison']);
    expect(valuesOf('dead').sort()).toEqual(['poison: Error: poison', 'throws: TypeError: not a function']);
    await eventually(async () => (await bus.health()) === null, { timeoutMs: 60_000, what: 'health' });

    await kafka.kill();
    await rm(join(dataDir, 'log'), { recursive: true });
    kafka = await startKafka({ dataDir, port });
    await eventually(
      async () => {
        await bus.publish([order('after the loss')]);
      },
      { timeoutMs: 90_000, intervalMs: 500, what: 'a publish' },
    );
    await eventually(() => valuesOf('orders').includes('after the loss'), {
      timeoutMs: 120_000,
      what: 'a message after the loss',
    });

    await kafka.kill();
    await eventually(async () => (await bus.health()) !== null, { timeoutMs: 60_000, what: 'health to report it' });
    expect(await bus.stall()).toBeNull();
    expect(await alive()).toBe('yes');
    const from = performance.now();
    await bus.stop();
    expect(performance.now() - from).toBeLessThan(10_000);
  }, 300_000);
});
