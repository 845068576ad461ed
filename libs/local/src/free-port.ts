import { randomInt } from 'node:crypto';
import { createServer, type Server } from 'node:net';

/**
 * Below the range from which systems take the ports of outgoing connections: a server may need seconds until it listens
 * on its port, and no connection may take the port meanwhile.
 */
const RANGE = { from: 15_000, to: 32_000 } as const;
const ATTEMPTS_MAX = 50;

/** A TCP port of 127.0.0.1 on which no process listened a moment ago. */
export async function freePort(): Promise<number> {
  const [port] = await freePorts(1);
  return port!;
}

/** Several ports: each stays open until the last one is found, so that they differ. */
export async function freePorts(count: number): Promise<number[]> {
  const servers = await Promise.all(Array.from({ length: count }, listenAnywhere));
  const ports = servers.map((server) => (server.address() as { port: number }).port);
  await Promise.all(servers.map(close));
  return ports;
}

async function listenAnywhere(): Promise<Server> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await listen(randomInt(RANGE.from, RANGE.to));
    } catch (error) {
      if (attempt === ATTEMPTS_MAX) throw error;
    }
  }
}

/** Throws a one-line error if the port is taken; databases and brokers report it in a page of log. */
export async function requirePort(port: number, whose: string): Promise<void> {
  const server = await listen(port).catch((error: NodeJS.ErrnoException) => {
    const why = error.code === 'EADDRINUSE' ? 'is already in use' : `cannot be opened (${error.code})`;
    throw new Error(`${whose}: port ${port} ${why}`);
  });
  await close(server);
}

function listen(port: number): Promise<Server> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => resolve(server));
  });
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => server.close(() => resolve()));
}
