import { pino } from 'pino';
import type { Logger } from 'pino';
import type { LoggerService } from '@nestjs/common';

export type { Logger } from 'pino';

export const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/**
 * One JSON line per unit of work. ERROR means that a person must act. The caller chooses the fields: nothing logs whole
 * requests, so no secret or payload gets into a log.
 */
export function createLogger(service: string, level: LogLevel): Logger {
  return pino({
    level,
    base: { service },
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
  });
}

/**
 * Logs Nest's messages at debug level: they describe the start. Nest also throws each error that it logs, so it is
 * logged once.
 */
export function nestLogger(log: Logger): LoggerService {
  return {
    log: (message: unknown) => log.debug(String(message)),
    debug: (message: unknown) => log.trace(String(message)),
    verbose: (message: unknown) => log.trace(String(message)),
    warn: (message: unknown) => log.warn(String(message)),
    error: (message: unknown, stack?: unknown) => log.debug({ stack }, String(message)),
    fatal: (message: unknown) => log.fatal(String(message)),
  };
}
