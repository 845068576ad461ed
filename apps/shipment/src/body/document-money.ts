/** One line of a document, in minor units; the rate is in millionths (15 % is 150000). */
export interface MoneyLine {
  quantity: number;
  unitPrice: bigint;
  discount: bigint;
  rate: bigint;
}
export const RATE_ONE = 1_000_000n;

export interface DocumentMoney {
  subTotal: bigint;
  lineDiscounts: bigint;
  /** Net of each line, after its share of the order's discount. */
  nets: bigint[];
  /** Summed and rounded once for each rate. */
  tax: bigint;
  /** Rounded line by line, as some systems do; it can differ from `tax` by a few minor units. */
  taxByLine: bigint;
}

/**
 * Exact arithmetic of a document. `orderDiscount` comes on top of the lines' own discounts; `shipping` is a further net
 * amount that is taxed, without a discount.
 */
export function documentMoney(
  lines: readonly MoneyLine[],
  orderDiscount: bigint,
  shipping: { net: bigint; rate: bigint } = { net: 0n, rate: 0n },
): DocumentMoney {
  const gross = lines.map((line) => BigInt(line.quantity) * line.unitPrice);
  const own = lines.map((line, index) => (gross[index] as bigint) - line.discount);
  const shares = allocate(orderDiscount, own);
  const nets = own.map((net, index) => net - (shares[index] as bigint));
  const taxed = [...nets.map((net, index) => ({ net, rate: (lines[index] as MoneyLine).rate })), shipping];
  return {
    subTotal: sum(gross),
    lineDiscounts: sum(lines.map((line) => line.discount)),
    nets,
    tax: sum([...new Set(taxed.map(({ rate }) => rate))].map((rate) => taxOfRate(taxed, rate))),
    taxByLine: sum(taxed.map(({ net, rate }) => halfUp(net * rate, RATE_ONE))),
  };
}

function taxOfRate(taxed: readonly { net: bigint; rate: bigint }[], rate: bigint): bigint {
  return halfUp(sum(taxed.filter((line) => line.rate === rate).map(({ net }) => net)) * rate, RATE_ONE);
}

/**
 * Splits an amount by weight, exactly: what rounding down leaves over goes to the largest remainders, and among equal
 * ones to the first.
 */
export function allocate(amount: bigint, weights: readonly bigint[]): bigint[] {
  const whole = sum(weights);
  if (whole === 0n) return weights.map((_, index) => (index === 0 ? amount : 0n));
  const shares = weights.map((weight) => (amount * weight) / whole);
  const order = weights
    .map((weight, index) => ({ index, rest: (amount * weight) % whole }))
    .sort((a, b) => Number(b.rest > a.rest) - Number(b.rest < a.rest) || a.index - b.index);
  const leftOver = Number(amount - sum(shares));
  for (const { index } of order.slice(0, leftOver)) shares[index] = (shares[index] as bigint) + 1n;
  return shares;
}

/** COD is collected once per shipment: the first package's label shows all of it, the other labels none. */
export function codOnLabels(codAmount: bigint, packages: number): bigint[] {
  return Array.from({ length: packages }, (_, index) => (index === 0 ? codAmount : 0n));
}

export function sum(amounts: readonly bigint[]): bigint {
  return amounts.reduce((total, amount) => total + amount, 0n);
}

function halfUp(numerator: bigint, denominator: bigint): bigint {
  return (2n * numerator + denominator) / (2n * denominator);
}

/** Tax of one line, rounded half up. */
export function halfUpLine(net: bigint, rate: bigint): bigint {
  return halfUp(net < 0n ? 0n : net * rate, RATE_ONE);
}
