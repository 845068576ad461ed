import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, test } from '@jest/globals';
import { Module } from '@nestjs/common';
import { eventually } from '@qafila/testing/wait';
import { runService } from '../src/service.ts';

@Module({})
class Nothing {}

test('a stop does not wait for a connection without a first byte, as browsers open them in advance', async () => {
  const service = await runService(
    { name: 'nothing', prepare: () => undefined, module: () => Nothing },
    { LOG_LEVEL: 'silent', PROCESS_METRICS: 'off' },
  );
  const { hostname, port } = new URL(service.url);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  const server = service.app.getHttpServer() as { getConnections(done: (error: unknown, count: number) => void): void };
  await eventually(() => new Promise<boolean>((resolve) => server.getConnections((_, count) => resolve(count === 1))));
  const closed = once(socket, 'close');
  await service.stop();
  expect(await closed).toEqual([false]);
}, 60_000);
