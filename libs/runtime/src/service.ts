import 'reflect-metadata';
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { NestFactory } from '@nestjs/core';
import type { DynamicModule, Type } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { BadSetting, MODES, Settings } from './env.ts';
import type { Environment, Mode } from './env.ts';
import { openDatabase } from './database.ts';
import type { Database, DatabaseSpec } from './database.ts';
import { Health } from './health.ts';
import { createHttpAdapter, observeRequests, readStrictJson } from './http.ts';
import { startInternalServer } from './internal-server.ts';
import { LOG_LEVELS, createLogger, nestLogger } from './log.ts';
import type { Logger } from './log.ts';
import { Metrics } from './metrics.ts';
import { refuseOtherMethods } from './route-methods.ts';
import { startTraces } from './traces.ts';

/** What all parts of a service share. Built once, before the Nest module. */
export interface ServiceContext {
  name: string;
  mode: Mode;
  settings: Settings;
  log: Logger;
  metrics: Metrics;
  health: Health;
  /** Runs at the stop, last added first, after the HTTP server has finished its requests. */
  onStop(close: () => Promise<void>): void;
}

export interface ServiceSpec<Extra> {
  name: string;
  database?: Omit<DatabaseSpec, 'url' | 'poolSize'>;
  /** Reads the settings of the service, before anything is opened. */
  prepare(context: ServiceContext): Extra;
  module(context: ServiceContext, extra: Extra, database: Database): Type | DynamicModule | Promise<DynamicModule>;
  /** Connects routes, consumers and loops, after the module is built and before it listens. */
  connect?(app: NestFastifyApplication, context: ServiceContext, extra: Extra): Promise<void>;
  readBodies?: 'strict-json' | 'own';
}

export interface RunningService {
  name: string;
  url: string;
  internalUrl: string;
  app: NestFastifyApplication;
  stop(): Promise<void>;
}

/** How long an instance continues to serve after it reports "not ready", until no load balancer sends to it. */
const DRAIN_NOTICE_MS = 0;
const SWEEP_MS = 50;

/** Builds, starts and drains one service. Throws BadSetting with a one-line message when a setting is wrong. */
export async function runService<Extra>(spec: ServiceSpec<Extra>, environment: Environment): Promise<RunningService> {
  const settings = new Settings(environment);
  const closers: (() => Promise<void>)[] = [];
  const log = createLogger(spec.name, settings.oneOf('LOG_LEVEL', LOG_LEVELS, 'info'));
  const context: ServiceContext = {
    name: spec.name,
    settings,
    log,
    mode: settings.oneOf('MODE', MODES, 'stage'),
    metrics: new Metrics(spec.name, { processMetrics: settings.optional('PROCESS_METRICS') !== 'off' }),
    health: new Health(),
    onStop: (close) => void closers.unshift(close),
  };
  const host = settings.text('HOST', '127.0.0.1');
  const ports = {
    public: settings.integer('PORT', 0, { max: 65_535 }),
    internal: settings.integer('INTERNAL_PORT', 0, { max: 65_535 }),
  };
  const drainNoticeMs = settings.integer('DRAIN_NOTICE_MS', DRAIN_NOTICE_MS, { max: 60_000 });
  const url = spec.database === undefined ? '' : settings.text('DATABASE_URL');
  const poolSize = settings.integer('DATABASE_POOL_SIZE', 10, { min: 2, max: 200 });
  const extra = spec.prepare(context);
  settings.check();

  const stopAll = async (): Promise<void> => {
    for (const close of closers)
      await close().catch((error: unknown) => log.warn({ error: String(error) }, 'service.stop_failed'));
  };
  try {
    context.onStop(await startTraces(settings.optional('OTEL_EXPORTER_OTLP_ENDPOINT')));
    const database =
      spec.database === undefined ? undefined : await openDatabase({ ...spec.database, url, poolSize }, log);
    if (database !== undefined) watchDatabase(database, context);
    const app = await buildApp(spec, context, extra, database as Database);
    const connections = connectionsOf(app);
    await spec.connect?.(app, context, extra);
    await listen(app, ports.public, host);
    const internal = await startInternalServer(ports.internal, host, context.health, context.metrics).catch(
      (error: unknown) => {
        throw listenProblem(error, { host, name: 'INTERNAL_PORT', port: ports.internal });
      },
    );
    closers.push(() => internal.close());
    log.info({ url: await app.getUrl(), mode: context.mode }, 'service.ready');
    return {
      name: spec.name,
      url: (await app.getUrl()).replace('[::1]', '127.0.0.1'),
      internalUrl: `http://${host}:${internal.port}`,
      app,
      stop: once(async () => {
        context.health.draining = true;
        if (drainNoticeMs > 0) await new Promise((resolve) => setTimeout(resolve, drainNoticeMs));
        await closeHttp(app, connections);
        await stopAll();
        log.info('service.stopped');
      }),
    };
  } catch (error) {
    await stopAll();
    throw error;
  }
}

async function buildApp<Extra>(
  spec: ServiceSpec<Extra>,
  context: ServiceContext,
  extra: Extra,
  database: Database,
): Promise<NestFastifyApplication> {
  const module = await spec.module(context, extra, database);
  const app = await NestFactory.create<NestFastifyApplication>(module as Type, createHttpAdapter(), {
    logger: nestLogger(context.log),
    bodyParser: false,
    abortOnError: false,
  });
  const fastify = app.getHttpAdapter().getInstance();
  refuseOtherMethods(fastify as never);
  if (spec.readBodies !== 'own') readStrictJson(fastify as never);
  observeRequests(fastify as never, context.log, context.metrics);
  return app;
}

function watchDatabase(database: Database, context: ServiceContext): void {
  context.onStop(() => database.close());
  context.health.add('database', async () => {
    await database.pool.query('SELECT 1');
    return null;
  });
}

async function listen(app: NestFastifyApplication, port: number, host: string): Promise<void> {
  await app.listen(port, host).catch((error: unknown) => {
    throw listenProblem(error, { host, name: 'PORT', port });
  });
}

/** The open connections of the HTTP server. Call it before the server listens. */
function connectionsOf(app: NestFastifyApplication): ReadonlySet<Socket> {
  const open = new Set<Socket>();
  (app.getHttpServer() as Server).on('connection', (socket: Socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  return open;
}

/**
 * Node closes only connections that are idle now; one that becomes idle later would delay the stop by its keep-alive
 * time. A connection without a first byte, as browsers open them in advance, is not idle for Node, which would wait for
 * it without end.
 */
async function closeHttp(app: NestFastifyApplication, connections: ReadonlySet<Socket>): Promise<void> {
  const sweep = setInterval(() => {
    (app.getHttpServer() as Server).closeIdleConnections();
    for (const socket of connections) if (socket.bytesRead === 0) socket.destroy();
  }, SWEEP_MS);
  await app.close().finally(() => clearInterval(sweep));
}

/** Explains a failed listen as a wrong setting. */
function listenProblem(error: unknown, { host, name, port }: { host: string; name: string; port: number }): unknown {
  const { code } = error as { code?: string };
  if (code === 'EADDRINUSE') return new BadSetting(`${name}: port ${port} is in use; set ${name} to a free one`);
  if (code === 'EACCES')
    return new BadSetting(`${name}: this user may not listen on port ${port}; set ${name} to 1024 or higher`);
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return new BadSetting(`HOST: ${host} is not an address of this machine; set HOST to one, or to 0.0.0.0 for all`);
  return error;
}

function once(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined;
  return () => (running ??= work());
}
