import { expect } from '@jest/globals';
import type { PlatformStage } from './platform-stage.ts';
import type { Customer } from './stage.ts';
import { watch } from './watch.ts';

export const WAIT = { timeout: 45_000 };

/** A new customer, whose browser may call only the platform, the sandbox and the shop. */
export async function visitAs(
  stage: PlatformStage,
  url: string,
  work: (customer: Customer) => Promise<void>,
): Promise<void> {
  const customer = await stage.customer();
  const { origins } = watch(customer);
  try {
    await customer.open(url);
    await work(customer);
    const { gatewayUrl, sandboxUrl } = stage.platform.merchant;
    expect(
      [...origins].filter((origin) => origin !== 'null' && ![gatewayUrl, sandboxUrl, stage.shop].includes(origin)),
    ).toEqual([]);
  } finally {
    await customer.context.close();
  }
}

/** The payment's id in the address of a page of the sandbox. */
export function idOfPage(url: string): string {
  return (new URL(url).pathname.split('/').at(-1) as string).split('.')[0] as string;
}
