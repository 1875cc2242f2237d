// No letters that are taken for digits when they are read out (Crockford's base 32).
const SIGNS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const LENGTH = 8;
/**
 * Hexadecimal digits at the end of an incident's id that it is made of: random ones in every version of UUID we write.
 */
const DIGITS = 10;

/**
 * The reference that whoever reports by the public form is given, `7K2M-Q9XD`. It follows from the incident's id and
 * tells neither that nor how many incidents an organisation has had, as the running number would.
 */
export function referenceOf(id: string): string {
  let rest = parseInt(id.slice(-DIGITS), 16);
  let text = '';
  for (let place = 0; place < LENGTH; place += 1) {
    text = SIGNS[rest % SIGNS.length]! + text;
    rest = Math.floor(rest / SIGNS.length);
  }
  return `${text.slice(0, 4)}-${text.slice(4)}`;
}

/**
 * The last digits of the id that a reference stands for, also one typed small, with a space or without the hyphen; null
 * for any other text.
 */
export function endOfId(reference: string): string | null {
  const typed = /^([0-9a-z]{4})[- ]?([0-9a-z]{4})$/i.exec(reference.trim());
  if (!typed) return null;
  const signs = [...`${typed[1]}${typed[2]}`.toUpperCase().replaceAll('O', '0').replace(/[IL]/g, '1')].map((sign) =>
    SIGNS.indexOf(sign),
  );
  if (signs.includes(-1)) return null;
  return signs
    .reduce((sum, sign) => sum * SIGNS.length + sign, 0)
    .toString(16)
    .padStart(DIGITS, '0');
}
