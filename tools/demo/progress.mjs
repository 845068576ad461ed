/** A bar on a terminal; elsewhere one line at the end. */
export function createProgress(total, out = process.stderr) {
  const started = Date.now();
  let done = 0;
  let drawn = 0;
  const draw = () => {
    const share = total === 0 ? 1 : done / total;
    const bar = '█'.repeat(Math.round(share * 30)).padEnd(30, '░');
    const rate = Math.round(done / Math.max(0.001, (Date.now() - started) / 1000));
    out.write(`\r${bar} ${String(done).padStart(String(total).length)}/${total} events, ${rate}/s `);
  };
  return {
    step() {
      done++;
      if (out.isTTY && Date.now() - drawn > 100) {
        drawn = Date.now();
        draw();
      }
    },
    end() {
      draw();
      out.write('\n');
    },
  };
}
