import dns from 'node:dns';
import { syncBuiltinESMExports } from 'node:module';
import { isIPv6 } from 'node:net';

/** The name resolved by `withChangingName`. */
export const CHANGING_NAME = 'changes.example';

/**
 * While `work` runs, the resolver of this machine returns a controlled sequence for `CHANGING_NAME`: the first of
 * `answers` to the first query, the last one from then on. @returns the number of queries
 */
export async function withChangingName(
  answers: readonly (readonly string[])[],
  work: () => Promise<unknown>,
): Promise<number> {
  const genuine = dns.lookup;
  let questions = 0;
  type Options = { all?: boolean } | number | undefined;
  type Done = (error: Error | null, ...found: unknown[]) => void;
  const lookup = (name: string, ...rest: [Options, Done] | [Done]) => {
    if (name !== CHANGING_NAME) return (genuine as unknown as (...args: unknown[]) => void)(name, ...rest);
    const [options, done] = rest.length === 2 ? rest : [undefined, rest[0]];
    const found = answers[Math.min(questions, answers.length - 1)]!.map((address) => ({
      address,
      family: isIPv6(address) ? 6 : 4,
    }));
    questions += 1;
    setImmediate(() =>
      typeof options === 'object' && options.all ? done(null, found) : done(null, found[0]!.address, found[0]!.family),
    );
  };
  const put = (to: unknown) => {
    Object.assign(dns, { lookup: to });
    syncBuiltinESMExports();
  };
  put(lookup);
  try {
    await work();
  } finally {
    put(genuine);
  }
  return questions;
}
