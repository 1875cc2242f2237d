import { HOUR, MINUTE } from '../duration.ts';

/**
 * Why a delivery fails, with the report code that people pass on to the IT administrator. Codes stay: reports of years
 * ago name them. `stops`: no later try mends it. Their words are `schedule:problem.<name>`.
 */
export const PROBLEMS = {
  privateAddress: { code: 'SFTP-101', stops: true },
  unknownHost: { code: 'SFTP-102', stops: false },
  unreachable: { code: 'SFTP-103', stops: false },
  handshake: { code: 'SFTP-104', stops: false },
  hostKeyChanged: { code: 'SFTP-201', stops: true },
  signIn: { code: 'SFTP-202', stops: true },
  secret: { code: 'SFTP-203', stops: true },
  noSftp: { code: 'SFTP-301', stops: true },
  folderMissing: { code: 'SFTP-302', stops: false },
  notAllowed: { code: 'SFTP-303', stops: false },
  full: { code: 'SFTP-304', stops: false },
  brokenOff: { code: 'SFTP-401', stops: false },
  tooSlow: { code: 'SFTP-402', stops: false },
  differs: { code: 'SFTP-403', stops: false },
  closed: { code: 'EXPORT-501', stops: true },
  content: { code: 'EXPORT-502', stops: false },
  encryption: { code: 'EXPORT-503', stops: true },
  interrupted: { code: 'EXPORT-504', stops: false },
  noForms: { code: 'EXPORT-505', stops: true },
  restored: { code: 'EXPORT-506', stops: true },
} as const satisfies Record<string, { readonly code: string; readonly stops: boolean }>;
export type Problem = keyof typeof PROBLEMS;
export const PROBLEM_KEYS = Object.keys(PROBLEMS) as [Problem, ...Problem[]];

/**
 * Those by which the product stops a schedule until an Admin has looked at it: all that is yet to be delivered ends so.
 */
export const STOPPING: readonly Problem[] = ['hostKeyChanged', 'signIn', 'noForms', 'restored'];

/** Tries of one delivery; between them 1, 2, 4 … minutes, an hour at most. */
export const ATTEMPTS = 8;
/** How long after a try the next one is. */
export const pauseAfter = (attempts: number): number => Math.min(MINUTE * 2 ** (attempts - 1), HOUR);
