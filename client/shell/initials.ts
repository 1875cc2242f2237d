/** The initial of a word: in Thai its first consonant, since some vowels are written before it. */
const letterOf = (word: string): string =>
  /^[\u0e00-\u0e7f]/.test(word)
    ? (/[ก-ฮ]/.exec(word)?.[0] ?? '')
    : (/[\p{L}\p{N}]/u.exec(word)?.[0] ?? '').toUpperCase();

/** One or two letters for a name. Example: `initialsOf('สมชาย เรียนดี') // 'สร'` */
export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/);
  const last = words.length > 1 ? letterOf(words.at(-1)!) : '';
  return letterOf(words[0]!) + last;
}
