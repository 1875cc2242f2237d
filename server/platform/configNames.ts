/** Shorter names are too often alike by chance. */
const SHORTEST = 7;

/**
 * Letters to insert, remove, replace or swap with their neighbour to make `one` of `other` (Damerau and Levenshtein).
 */
function distance(one: string, other: string): number {
  const rows = [Array.from({ length: other.length + 1 }, (_, column) => column)];
  for (let row = 1; row <= one.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= other.length; column += 1) {
      const same = one[row - 1] === other[column - 1];
      const swapped = row > 1 && column > 1 && one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      current.push(
        Math.min(
          rows[row - 1]![column]! + 1,
          current[column - 1]! + 1,
          rows[row - 1]![column - 1]! + Number(!same),
          swapped ? rows[row - 2]![column - 2]! + 1 : Infinity,
        ),
      );
    }
    rows.push(current);
  }
  return rows[one.length]![other.length]!;
}

/**
 * Variables that look as if they were meant for the product but are none that it reads, each with what is probably
 * meant: `POKPONG_PORT` and `PORT`, `DATABSE_URL` and `DATABASE_URL`.
 */
export function misspelledNames(
  names: readonly string[],
  known: readonly string[],
): { name: string; meant: string | undefined }[] {
  return names.flatMap((name) => {
    // The SDK of AWS reads these itself, for files and keys.
    if (known.includes(name) || name.startsWith('AWS_')) return [];
    const bare = name.replace(/^POKPONG_/i, '');
    const upper = bare.toUpperCase();
    const alike = known.find(
      (one) =>
        one === upper ||
        (one.length >= SHORTEST && upper.length >= SHORTEST && distance(upper, one) <= (one.length > 9 ? 2 : 1)),
    );
    return alike !== undefined || bare !== name ? [{ name, meant: alike }] : [];
  });
}
