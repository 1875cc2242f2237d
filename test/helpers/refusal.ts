import { asAppError } from '../../server/platform/errors.ts';

/**
 * What a refused call was refused with: status, code, the fields at fault and the details. Fails when the call went
 * through.
 */
export async function refusal(
  call: Promise<unknown>,
): Promise<{ status: string; code?: string; fields: string[]; details?: Record<string, unknown> }> {
  try {
    await call;
  } catch (error) {
    const known = asAppError(error);
    if (!known) throw error;
    const { code, issues = [], details } = known.problem;
    return { status: known.status, code, fields: issues.map((issue) => issue.path.join('.')), details };
  }
  throw new Error('the call went through');
}

/** The status alone. */
export const refusedWith = async (call: Promise<unknown>): Promise<string> => (await refusal(call)).status;
