import type { Customer } from './stage.ts';

/** What a customer's browser complains of, and whom it calls. */
export interface Watched { complaints: string[]; origins: Set<string> }

/** Violations of a page's policy are complaints too: Chromium writes them to the console as errors. */
export function watch({ context }: Customer): Watched {
  const [complaints, origins]: [string[], Set<string>] = [[], new Set()];
  context.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text());
  });
  context.on('weberror', (error) => complaints.push(error.error().message));
  context.on('request', (request) => origins.add(new URL(request.url()).origin));
  return { complaints, origins };
}
