import type { Problem } from '../../../shared/schedule/problems.ts';

/** Why a delivery failed, as its report states it. */
export class DeliveryProblem extends Error {
  override readonly name = 'DeliveryProblem';
  readonly problem: Problem;
  constructor(problem: Problem, options?: ErrorOptions) {
    super(`the delivery failed: ${problem}`, options);
    this.problem = problem;
  }
}

const BY_CODE: Readonly<Record<string, Problem>> = {
  EACCES: 'privateAddress',
  ENOTFOUND: 'unknownHost',
  EAI_AGAIN: 'unknownHost',
  ENODATA: 'unknownHost',
};
/** Meanings of SFTP status codes (draft-ietf-secsh-filexfer) for a write to a folder. */
const BY_STATUS: Readonly<Record<number, Problem>> = {
  2: 'folderMissing',
  3: 'notAllowed',
  // OpenSSH has no other code for a full disk.
  4: 'full',
  6: 'brokenOff',
  7: 'brokenOff',
  10: 'folderMissing',
  11: 'notAllowed',
  12: 'notAllowed',
  14: 'full',
  15: 'full',
};

/** The problem behind an error while connecting or signing in. */
export function connectionProblem(error: unknown): DeliveryProblem {
  if (error instanceof DeliveryProblem) return error;
  const { code, level } = error as { code?: unknown; level?: unknown };
  const problem =
    BY_CODE[String(code)] ??
    (level === 'client-authentication'
      ? 'signIn'
      : level === 'client-timeout'
        ? 'tooSlow'
        : level === 'protocol' || level === 'handshake'
          ? 'handshake'
          : 'unreachable');
  return new DeliveryProblem(problem, { cause: error });
}

/** The problem behind an error of the transfer. */
export function transferProblem(error: unknown): DeliveryProblem {
  if (error instanceof DeliveryProblem) return error;
  const { code } = error as { code?: unknown };
  const problem = typeof code === 'number' ? (BY_STATUS[code] ?? 'notAllowed') : 'brokenOff';
  return new DeliveryProblem(problem, { cause: error });
}
