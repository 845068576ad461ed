import { access, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startChild, type Child } from './child.ts';
import { until } from './deadline.ts';
import { freePorts, requirePort } from './free-port.ts';
import { kafkaJars } from './kafka-jars.ts';
import { brokerAnswers } from './kafka-metadata.ts';

export { kafkaAvailable, type Availability } from './kafka-jars.ts';

const START_MS = 90_000;
const STOP_MS = 20_000;
/** Any valid id: the cluster has one node. */
const CLUSTER_ID = 'cWFmaWxhLWxvY2FsLWJyb2tlcg';

export interface KafkaOptions {
  dataDir: string;
  /** A free one by default. */
  port?: number;
  heapMb?: number;
  /** The cluster that it joins, as its second broker. By default it is a cluster of one. */
  joins?: Kafka;
  /** Lets Java optimize for a long run, as benches need; by default it optimizes for a short one. */
  longRun?: boolean;
  log?: (line: string) => void;
}

export interface Kafka {
  /** As in KAFKA_BROKERS. */
  brokers: string;
  port: number;
  controllerPort: number;
  /** Resolves when the running broker has ended, for any reason. */
  exited(): Promise<unknown>;
  stop(): Promise<void>;
  /** kill -9, for fault tests. */
  kill(): Promise<void>;
  /** Starts it with the same data on the same port; stops it first if it runs. */
  restart(): Promise<void>;
}

interface Node {
  jars: string;
  config: string;
  port: number;
  heapMb: number;
  longRun: boolean;
  log?: (line: string) => void;
}

/** Apache Kafka on 127.0.0.1: one node that is broker and controller, no Docker. Needs Java; see kafkaAvailable(). */
export async function startKafka(options: KafkaOptions): Promise<Kafka> {
  if (options.port) await requirePort(options.port, 'Kafka');
  const [anyPort, anyControllerPort] = await freePorts(2);
  const port = options.port ?? anyPort!;
  const controllerPort = options.joins?.controllerPort ?? anyControllerPort!;
  const node: Node = {
    jars: await kafkaJars(),
    config: join(options.dataDir, 'server.properties'),
    port,
    heapMb: options.heapMb ?? 512,
    longRun: options.longRun ?? false,
    log: options.log,
  };
  await mkdir(options.dataDir, { recursive: true });
  const roles = options.joins === undefined ? controllerAndBroker(port, controllerPort) : secondBroker(port);
  await writeFile(node.config, properties({ ...roles, ...clusterSettings(options.dataDir, controllerPort) }));
  await formatOnce(node, join(options.dataDir, 'log'));
  let broker = await startBroker(node);
  return {
    brokers: `127.0.0.1:${port}`,
    port,
    controllerPort,
    exited: () => broker.exited,
    stop: async () => void (await broker.stop(STOP_MS)),
    kill: async () => void (await broker.kill()),
    restart: async () => {
      await broker.stop(STOP_MS);
      broker = await startBroker(node);
    },
  };
}

async function formatOnce(node: Node, logDir: string): Promise<void> {
  if (
    await access(join(logDir, 'meta.properties')).then(
      () => true,
      () => false,
    )
  )
    return;
  const tool = await java(node, 'kafka.tools.StorageTool', [
    'format',
    '--cluster-id',
    CLUSTER_ID,
    '--config',
    node.config,
  ]);
  const { code } = await tool.exited;
  if (code !== 0) throw new Error(`Kafka could not prepare ${logDir}: ${tool.tail().at(-1) ?? `exit code ${code}`}`);
}

async function startBroker(node: Node): Promise<Child> {
  const broker = await java(node, 'kafka.Kafka', [node.config]);
  const ready = await until(async () => !broker.running || (await brokerAnswers(node.port)), START_MS, 50);
  if (ready && broker.running) return broker;
  await broker.kill();
  const why = broker.tail().findLast((line) => /ERROR|Exception|Error:/.test(line)) ?? broker.tail().at(-1);
  throw new Error(`Kafka did not start on port ${node.port}: ${why ?? 'it printed nothing'}`);
}

function java(node: Node, mainClass: string, args: string[]): Promise<Child> {
  return startChild({
    name: 'Kafka',
    command: 'java',
    onLine: node.log,
    env: process.env,
    args: [
      `-Xmx${node.heapMb}m`,
      '-XX:+UseSerialGC',
      // Without the second compiler a start takes a third less CPU time.
      ...(node.longRun ? [] : ['-XX:TieredStopAtLevel=1']),
      '-Djava.awt.headless=true',
      '-Dorg.slf4j.simpleLogger.defaultLogLevel=warn',
      '-cp',
      join(node.jars, '*'),
      mainClass,
      ...args,
    ],
  });
}

type Properties = Record<string, string | number | boolean>;

const controllerAndBroker = (port: number, controllerPort: number): Properties => ({
  'process.roles': 'broker,controller',
  'node.id': 1,
  listeners: `PLAINTEXT://127.0.0.1:${port},CONTROLLER://127.0.0.1:${controllerPort}`,
  'advertised.listeners': `PLAINTEXT://127.0.0.1:${port}`,
});

const secondBroker = (port: number): Properties => ({
  'process.roles': 'broker',
  'node.id': 2,
  listeners: `PLAINTEXT://127.0.0.1:${port}`,
});

const clusterSettings = (dataDir: string, controllerPort: number): Properties => ({
  'controller.quorum.voters': `1@127.0.0.1:${controllerPort}`,
  'controller.listener.names': 'CONTROLLER',
  'log.dirs': join(dataDir, 'log').replaceAll('\\', '/'),
  'auto.create.topics.enable': false,
  'offsets.topic.replication.factor': 1,
  'offsets.topic.num.partitions': 4,
  'transaction.state.log.replication.factor': 1,
  'transaction.state.log.min.isr': 1,
  'transaction.state.log.num.partitions': 4,
  'share.coordinator.state.topic.replication.factor': 1,
  'share.coordinator.state.topic.min.isr': 1,
  'group.initial.rebalance.delay.ms': 0,
  // A killed broker can start again only after its old session has expired: nine seconds by default.
  'broker.session.timeout.ms': 2_000,
  'broker.heartbeat.interval.ms': 500,
  'log.cleaner.dedupe.buffer.size': 16 * 1024 * 1024,
  'num.network.threads': 2,
  'num.io.threads': 4,
});

const properties = (settings: Properties): string =>
  Object.entries(settings)
    .map(([name, value]) => `${name}=${value}\n`)
    .join('');
