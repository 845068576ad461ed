import type { Customer } from './stage.ts';

/** The errors and warnings of a customer's browser, and the origins that it calls. */
export interface Watched {
  complaints: string[];
  origins: Set<string>;
}

/**
 * Records a browser. Violations of a page's policy count as complaints: Chromium writes them to the console as errors.
 */
export function watch({ context }: Customer): Watched {
  const [complaints, origins]: [string[], Set<string>] = [[], new Set()];
  context.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text());
  });
  context.on('weberror', (error) => complaints.push(error.error().message));
  context.on('request', (request) => origins.add(new URL(request.url()).origin));
  return { complaints, origins };
}
