const RESULTS_STORED = 1_000;
const LONGEST = 100;

/**
 * `work` with its results stored for the first thousand short texts that it is called with: a column of answers,
 * sources or channels repeats a few of them in every row. For one reading of a file, since texts may name people.
 */
export function cached<Result>(work: (text: string) => Result): (text: string) => Result {
  const results = new Map<string, Result>();
  return (text) => {
    const stored = results.get(text);
    if (stored !== undefined) return stored;
    const result = work(text);
    if (results.size < RESULTS_STORED && text.length <= LONGEST) results.set(text, result);
    return result;
  };
}
