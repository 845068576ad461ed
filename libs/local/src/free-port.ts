import { randomInt } from 'node:crypto';
import { createServer, type Server } from 'node:net';

/**
 * Below the range from which systems take the ports of outgoing connections: whoever is given a port may need seconds to listen on it, and
 * meanwhile no connection must get it.
 */
const RANGE = { from: 15_000, to: 32_000 } as const;
const ATTEMPTS_MAX = 50;

/** A TCP port of 127.0.0.1 that nobody listened on a moment ago. */
export async function freePort(): Promise<number> {
  const [port] = await freePorts(1);
  return port!;
}

/** Several at once: all are held until the last is known, so that they differ. */
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

/** Refuses in one line; databases and brokers hide the same fact in a page of log. */
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
