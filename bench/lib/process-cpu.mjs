// CPU seconds of the processes of a bench, from /proc.
import { readdirSync, readFileSync } from 'node:fs';

/** CPU seconds so far of each part of the webhooks path. Children that have ended count with their parent. */
export function cpuByPart({ service, shop, merchant }) {
  const nameOf = new Map([
    [service.pid, 'webhooks'],
    [shop.pid, 'committing service'],
    [merchant.pid, "merchant's server"],
  ]);
  const parts = {};
  for (const { pid, command, seconds } of descendants(process.pid)) {
    const name = nameOf.get(pid) ?? { postgres: 'PostgreSQL', java: 'Kafka' }[command];
    if (name !== undefined) parts[name] = (parts[name] ?? 0) + seconds;
  }
  return parts;
}

function descendants(ancestor) {
  const processes = new Map(
    readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .flatMap((name) => readProcess(Number(name)))
      .map((process) => [process.pid, process]),
  );
  const isOurs = (pid) => pid === ancestor || (processes.has(pid) && isOurs(processes.get(pid).parent));
  return [...processes.values()].filter(({ parent }) => isOurs(parent));
}

function readProcess(pid) {
  try {
    const [, command, rest] = /^\d+ \((.*)\) (.*)$/s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'));
    const fields = rest.split(' ').map(Number);
    const ticks = fields.slice(11, 15).reduce((sum, each) => sum + each, 0);
    return [{ pid, command, parent: fields[1], seconds: ticks / 100 }];
  } catch {
    // It has ended.
    return [];
  }
}
