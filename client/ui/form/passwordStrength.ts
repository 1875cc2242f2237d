/** A hint, 0 (weak) to 3 (strong), from length and variety. The server decides: it also knows the common passwords. */
export function passwordStrength(password: string): 0 | 1 | 2 | 3 {
  const distinct = new Set(password).size;
  if (password.length < 12 || distinct < 6) return 0;
  const kinds = [/[a-z]/, /[A-Z]/, /\d/, /[^A-Za-z0-9]/].filter((kind) => kind.test(password)).length;
  const score = password.length + kinds * 3 + Math.min(distinct, 14);
  return score >= 42 ? 3 : score >= 34 ? 2 : 1;
}
