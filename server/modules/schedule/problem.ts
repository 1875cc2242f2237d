import type { Problem } from '../../../shared/schedule/problems.ts';

/** Why something cannot be delivered, as its report says it. */
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
/** Answers of SFTP servers (draft-ietf-secsh-filexfer), as a write to a folder means them. */
const BY_STATUS: Readonly<Record<number, Problem>> = {
  2: 'folderMissing',
  3: 'notAllowed',
  // OpenSSH has no other word for a disk without room.
  4: 'full',
  6: 'brokenOff',
  7: 'brokenOff',
  10: 'folderMissing',
  11: 'notAllowed',
  12: 'notAllowed',
  14: 'full',
  15: 'full',
};

/** What a failure while connecting or signing in is. */
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

/** What a failure of the transfer is. */
export function transferProblem(error: unknown): DeliveryProblem {
  if (error instanceof DeliveryProblem) return error;
  const { code } = error as { code?: unknown };
  const problem = typeof code === 'number' ? (BY_STATUS[code] ?? 'notAllowed') : 'brokenOff';
  return new DeliveryProblem(problem, { cause: error });
}
