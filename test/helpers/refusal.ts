import { asAppError } from '../../server/platform/errors.ts';

/** The refusal of a call: status, code, the invalid fields and the details. Fails if the call succeeded. */
export async function refusal(call: Promise<unknown>): Promise<{
  status: string;
  code?: string;
  text: string;
  values?: Record<string, unknown>;
  fields: string[];
  details?: Record<string, unknown>;
}> {
  try {
    await call;
  } catch (error) {
    const known = asAppError(error);
    if (!known) throw error;
    const { code, key: text, values, issues = [], details } = known.problem;
    return { status: known.status, code, text, values, fields: issues.map((issue) => issue.path.join('.')), details };
  }
  throw new Error('the call went through');
}

/** Only the status. */
export const refusedWith = async (call: Promise<unknown>): Promise<string> => (await refusal(call)).status;

/** Its code, or the status where it has no finer one. */
export const codeOf = async (call: Promise<unknown>): Promise<string> => {
  const { code, status } = await refusal(call);
  return code ?? status;
};
