import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { isErrno } from './errno.ts';

const run = promisify(execFile);

export const KAFKA_VERSION = '4.1.0';
const JAVA_NEEDED = 17;
const DOWNLOAD_MS = 15 * 60_000;

export type Availability = { ok: true } | { ok: false; reason: string };

/** Whether a broker can start here: it needs Java, and its jars or Maven to download them. */
export async function kafkaAvailable(): Promise<Availability> {
  const java = await javaVersion();
  if (java === undefined) return { ok: false, reason: 'java is not installed' };
  if (java < JAVA_NEEDED)
    return { ok: false, reason: `java is version ${java}, Kafka ${KAFKA_VERSION} needs ${JAVA_NEEDED} or newer` };
  if (await cachedJars()) return { ok: true };
  const maven = await run('mvn', ['--version']).then(
    () => true,
    () => false,
  );
  return maven ? { ok: true } : { ok: false, reason: `mvn is not installed and ${cacheDir()} does not exist` };
}

/** The folder with the broker's jars, which are downloaded from Maven Central the first time. */
export async function kafkaJars(): Promise<string> {
  return (await cachedJars()) ?? (await downloadJars());
}

function cacheDir(): string {
  return join(process.env['XDG_CACHE_HOME'] || join(homedir(), '.cache'), 'qafila', `kafka-${KAFKA_VERSION}`);
}

async function cachedJars(): Promise<string | undefined> {
  const names = await readdir(cacheDir()).catch((): string[] => []);
  return names.includes(`kafka_2.13-${KAFKA_VERSION}.jar`) ? cacheDir() : undefined;
}

async function javaVersion(): Promise<number | undefined> {
  const printed = await run('java', ['-version']).then(
    ({ stderr, stdout }) => stderr + stdout,
    () => '',
  );
  const version = /version "(\d+)/.exec(printed)?.[1];
  return version === undefined ? undefined : Number(version);
}

/** Downloads into a temporary folder and renames it, so that parallel runs see all jars or none. */
async function downloadJars(): Promise<string> {
  const target = cacheDir();
  await mkdir(join(target, '..'), { recursive: true });
  const partial = await mkdtemp(`${target}.`);
  const pom = join(partial, 'pom.xml');
  try {
    await writeFile(pom, POM);
    const jars = join(partial, 'jars');
    await run('mvn', ['-q', '-B', '-f', pom, 'dependency:copy-dependencies', `-DoutputDirectory=${jars}`], {
      timeout: DOWNLOAD_MS,
    }).catch((error: { stdout?: string; message: string }) => {
      const why = /\[ERROR\] (.*)/.exec(error.stdout ?? '')?.[1] ?? error.message.split('\n')[0];
      throw new Error(`Kafka ${KAFKA_VERSION} could not be downloaded with Maven: ${why}`);
    });
    await rename(jars, target).catch((error: unknown) => {
      if (!isErrno(error, 'ENOTEMPTY', 'EEXIST')) throw error;
    });
    return target;
  } finally {
    await rm(partial, { recursive: true, force: true });
  }
}

const dependency = (group: string, artifact: string, version: string): string =>
  `<dependency><groupId>${group}</groupId><artifactId>${artifact}</artifactId>` +
  `<version>${version}</version></dependency>`;

/** slf4j-simple, so that a failing broker logs why; without a binding it logs nothing. */
const POM = `<project xmlns="http://maven.apache.org/POM/4.0.0"><modelVersion>4.0.0</modelVersion>
<groupId>qafila</groupId><artifactId>broker</artifactId><version>1</version><packaging>pom</packaging><dependencies>
${dependency('org.apache.kafka', 'kafka_2.13', KAFKA_VERSION)}
${dependency('org.slf4j', 'slf4j-simple', '1.7.36')}
</dependencies></project>`;
