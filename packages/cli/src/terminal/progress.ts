/** A bar on a terminal; nothing elsewhere, because each command reports its result in a line of its own. */
export class Progress {
  readonly #startedMs = performance.now();
  #done = 0;
  #drawnMs = 0;

  constructor(
    private readonly total: number,
    private readonly stream: NodeJS.WriteStream,
    private readonly unit: string,
  ) {}

  add(count: number): void {
    this.#done += count;
    if (performance.now() - this.#drawnMs < 80 && this.#done < this.total) return;
    this.#drawnMs = performance.now();
    this.#draw();
  }

  /** Leaves the finished bar on its line. */
  end(): void {
    this.#draw();
    if (this.stream.isTTY) this.stream.write('\n');
  }

  #draw(): void {
    if (!this.stream.isTTY) return;
    const share = this.total === 0 ? 1 : this.#done / this.total;
    const filled = Math.round(share * 30);
    const seconds = Math.max(0.001, (performance.now() - this.#startedMs) / 1_000);
    const count = `${String(this.#done).padStart(String(this.total).length)}/${this.total}`;
    const rate = `${Math.round(this.#done / seconds)}/s`;
    this.stream.write(`\r${'█'.repeat(filled)}${'░'.repeat(30 - filled)} ${count} ${this.unit}, ${rate}  `);
  }
}
