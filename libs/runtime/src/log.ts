import { pino } from 'pino';
import type { Logger } from 'pino';
import type { LoggerService } from '@nestjs/common';

export type { Logger } from 'pino';

export const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/**
 * One JSON line per unit of work. ERROR means that a person must act. Fields are chosen by the caller:
 * nothing logs whole requests, so no secret or payload can slip in.
 */
export function createLogger(service: string, level: LogLevel): Logger {
  return pino({ level, base: { service }, timestamp: pino.stdTimeFunctions.isoTime, formatters: { level: (label) => ({ level: label }) } });
}

/** Nest's own messages, at debug: they narrate start-up. An error that Nest logs it also throws, and we tell it once, in our words. */
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
