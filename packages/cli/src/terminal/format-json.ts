import type { Paint } from './paint.ts';

const TOKEN = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d[\d.eE+-]*|true|false|null|[[\]{},:]/g;

/**
 * JSON with indentation and colours. Works on the text, so that each number keeps its digits: 1500.50 stays 1500.50.
 */
export function formatJson(text: string, paint: Paint): string {
  const tokens = text.match(TOKEN) ?? [];
  let depth = 0;
  let written = '';
  const newLine = (): string => `\n${'  '.repeat(depth)}`;
  for (const [index, token] of tokens.entries()) {
    const next = tokens[index + 1];
    if (token === '{' || token === '[') {
      const isEmpty = next === '}' || next === ']';
      if (!isEmpty) depth++;
      written += token + (isEmpty ? '' : newLine());
    } else if (token === '}' || token === ']') {
      const previous = tokens[index - 1];
      if (previous !== '{' && previous !== '[') {
        depth--;
        written += newLine();
      }
      written += token;
    } else if (token === ',') written += token + newLine();
    else if (token === ':') written += ': ';
    else written += coloured(token, next === ':', paint);
  }
  return written;
}

function coloured(token: string, isKey: boolean, paint: Paint): string {
  if (isKey) return paint.blue(token);
  if (token.startsWith('"')) return paint.green(token);
  return /^[tfn]/.test(token) ? paint.magenta(token) : paint.yellow(token);
}
