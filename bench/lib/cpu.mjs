import { readFileSync, readdirSync } from 'node:fs';

/** Fields of /proc/<pid>/stat after the name of the process; undefined when it has ended. */
function statOf(pid) {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return text.slice(text.lastIndexOf(')') + 2).split(' ');
  } catch {
    return undefined;
  }
}

function childrenOf(parent) {
  return readdirSync('/proc').filter((name) => /^\d+$/.test(name) && Number(statOf(name)?.[1]) === parent);
}

function own(fields) {
  return fields === undefined ? 0 : (Number(fields[11]) + Number(fields[12])) / 100;
}

/** CPU seconds of a process so far, in user and system mode. */
export function processCpuSeconds(pid) {
  return own(statOf(pid));
}

/** CPU seconds of a whole PostgreSQL server: the postmaster and its finished and running children. */
export function databaseCpuSeconds(postmaster) {
  const fields = statOf(postmaster);
  const finished = fields === undefined ? 0 : (Number(fields[13]) + Number(fields[14])) / 100;
  return childrenOf(postmaster).reduce((sum, pid) => sum + own(statOf(pid)), own(fields) + finished);
}

/** The broker that this bench started. */
function brokerPid() {
  return childrenOf(process.pid).find((pid) => readFileSync(`/proc/${pid}/cmdline`, 'utf8').startsWith('java'));
}

/**
 * Begins to measure what each part of the path uses. The function that it returns prints the CPU time of each part for
 * one event. On a machine that runs all of them the sum is the limit, not the speed of one part.
 */
export function meterCpu({ services, database }) {
  const now = () => ({
    ...Object.fromEntries(Object.entries(services).map(([name, { pid }]) => [name, processCpuSeconds(pid)])),
    PostgreSQL: databaseCpuSeconds(database.pid),
    Kafka: processCpuSeconds(brokerPid()),
    'load generator': (process.cpuUsage().user + process.cpuUsage().system) / 1e6,
  });
  const before = now();
  return (events) => {
    const parts = Object.entries(now()).map(([name, seconds]) => [name, ((seconds - before[name]) * 1e6) / events]);
    const total = parts.reduce((sum, [, micros]) => sum + micros, 0);
    const list = parts.map(([name, micros]) => `${name} ${micros.toFixed(0)}`).join(', ');
    console.log(`   CPU µs an event: ${list}; together ${total.toFixed(0)}`);
  };
}
