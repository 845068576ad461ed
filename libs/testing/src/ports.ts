import { freePorts } from '@qafila/local/free-port';

/** Ports by name, all different: `const { gateway, metering } = await ports('gateway', 'metering')`. */
export async function ports<Name extends string>(...names: Name[]): Promise<Record<Name, number>> {
  const free = await freePorts(names.length);
  return Object.fromEntries(names.map((name, index) => [name, free[index]!])) as Record<Name, number>;
}
