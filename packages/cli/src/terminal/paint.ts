type Painter = (text: string) => string;

/** Colours for one stream. Without colours each function returns its text. */
export interface Paint {
  bold: Painter;
  dim: Painter;
  red: Painter;
  green: Painter;
  yellow: Painter;
  blue: Painter;
  magenta: Painter;
  cyan: Painter;
}

const CODES = { bold: 1, dim: 2, red: 31, green: 32, yellow: 33, blue: 34, magenta: 35, cyan: 36 } as const;

/** By the usual rules: NO_COLOR turns colours off, FORCE_COLOR on; else a terminal has them. */
export function paintFor(stream: { isTTY?: boolean }, environment: NodeJS.ProcessEnv): Paint {
  const isForced = environment.FORCE_COLOR !== undefined && environment.FORCE_COLOR !== '0';
  const isColoured = !environment.NO_COLOR && environment.TERM !== 'dumb' && (isForced || stream.isTTY === true);
  const painter =
    (code: number): Painter =>
    (text) =>
      isColoured ? `\u001B[${code}m${text}\u001B[${code <= 2 ? 22 : 39}m` : text;
  return Object.fromEntries(Object.entries(CODES).map(([name, code]) => [name, painter(code)])) as unknown as Paint;
}

// eslint-disable-next-line no-control-regex -- the escape character begins a colour code
const COLOUR = /\u001B\[\d+m/g;

/** How many cells a text takes; marks above letters take none. */
export function widthOf(text: string): number {
  return [...text.replace(COLOUR, '').replace(/[\p{Mn}\u200B-\u200F\u202A-\u202E]/gu, '')].length;
}

export function padEnd(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - widthOf(text)));
}

export function padStart(text: string, width: number): string {
  return ' '.repeat(Math.max(0, width - widthOf(text))) + text;
}

/** An uncoloured text of at most this width. */
export function cut(text: string, width: number): string {
  return widthOf(text) <= width ? text : `${[...text].slice(0, Math.max(0, width - 1)).join('')}…`;
}

/** The text as one line without control characters: what another system sent must not steer this terminal. */
export function plain(text: string): string {
  return text.replace(/\p{Cc}+/gu, ' ');
}
