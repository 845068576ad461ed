import { infrastructure } from './infrastructure.mjs';

export default async function globalTeardown() {
  await infrastructure.scan().finally(() => infrastructure.stop());
}
