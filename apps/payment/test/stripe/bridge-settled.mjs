import { ok } from './bridge-requests.mjs';

const FEE = 29n; // per mille

/** Stripe books what was captured; localstripe books all, and then a refund of the rest. */
export function withFee(booked, captured) {
  const fee = Number((BigInt(captured) * FEE) / 1_000n);
  return { ...booked, amount: captured, fee, net: captured - fee };
}

/** localstripe settles each payment in its own currency. Stripe settles in that of the account's bank. */
export function exchangeDesk(state) {
  let wanted = null;
  return {
    /** `rate`: of the smallest units, so that 1.22 exchanges 1.000 KWD for 12.20 SAR. */
    control({ from, to, rate }) {
      wanted = { from, to, rate };
      state.booked = null;
      return ok({});
    },
    /** A balance transaction as Stripe books it. */
    settled(line) {
      if (wanted === null || line.currency !== wanted.from) return { exchange_rate: null, ...line };
      const amount = Math.round(line.amount * wanted.rate);
      const fee = Math.round(line.fee * wanted.rate);
      return { ...line, currency: wanted.to, exchange_rate: wanted.rate, amount, fee, net: amount - fee };
    },
  };
}
