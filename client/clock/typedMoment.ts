import { MINUTE } from '../../shared/duration.ts';
import { serverNow } from '../serverNow.ts';

/** Clocks of browsers and of the server differ slightly: a moment up to this far in the future is accepted. */
const TOLERANCE_MS = MINUTE;

/** Whether a typed moment (ISO 8601) lies in the future. */
export const isAhead = (at: string): boolean => Date.parse(at) > serverNow() + TOLERANCE_MS;

/** The present minute, ISO 8601: what a form about something that happened starts from; its field has no seconds. */
export const currentMinute = (): string => new Date(Math.floor(serverNow() / MINUTE) * MINUTE).toISOString();
