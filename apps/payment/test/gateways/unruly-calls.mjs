const TWICE_EACH = 5;
const LATE_EACH = 7;

/**
 * What happens to a gateway's calls on their way: while `isUnruly`, one of five comes twice at the same time, and one
 * of seven comes only after the call that follows it. What is late comes at the latest when order returns.
 */
export function unrulyCalls() {
  const late = [];
  let isUnruly = false;
  let calls = 0;
  const sendLate = () => Promise.all(late.splice(0).map((send) => send()));
  return {
    async deliver(send) {
      if (!isUnruly) return send();
      calls += 1;
      if (calls % LATE_EACH === 0) return void late.push(send);
      await Promise.all(calls % TWICE_EACH === 0 ? [send(), send()] : [send()]);
      await sendLate();
    },
    async set(control) {
      ({ isUnruly } = control);
      if (!isUnruly) await sendLate();
      return { status: 200, body: {} };
    },
  };
}
