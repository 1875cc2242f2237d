import { hash, verify } from '@node-rs/argon2';
import { COMMON_PASSWORDS, COMMON_WORDS } from './commonPasswords.ts';
import { comparable, isMostUsed } from './mostUsedPasswords.ts';
import type { TextOf } from '../../../shared/registry/errors.ts';

// argon2id (the library's default) with 19 MiB, two passes, one lane: OWASP Password Storage Cheat Sheet.
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** The same letters give the same bytes, however a keyboard composed them (ำ is one letter or two). */
const normal = (password: string): string => password.normalize('NFKC');

/** The argon2id hash of a password, in PHC form. */
export const hashPassword = (password: string): Promise<string> => hash(normal(password), COST);

/**
 * The hash of a random text that nobody kept, at the same cost: what the passwords of unknown addresses are measured
 * against.
 */
const NOBODY = '$argon2id$v=19$m=19456,t=2,p=1$4eUmF7X6EqX2CJFZFgVZSw$rrtl3gdQuZ2OSQzkdolMqYQw7YzoB8h0fcV4TIcM/60';

/**
 * Whether `password` is the one of `passwordHash`. Without a hash (no such account, or one without password) it takes
 * the same time and says no, so that nobody can tell addresses apart by the clock.
 */
export async function verifyPassword(passwordHash: string | null | undefined, password: string): Promise<boolean> {
  const against = passwordHash ?? NOBODY;
  const matches = await verify(against, normal(password)).catch(() => false);
  return matches && Boolean(passwordHash);
}

const ROWS = [
  '1234567890',
  '0987654321',
  'qwertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  'abcdefghijklmnopqrstuvwxyz',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm',
  'qazwsxedcrfvtgbyhnujm',
  'ๅภถุึคตจขช',
  'ๆไำะัีรนยบล',
  'ฟหกดเ้่าสว',
  'ผปแอิืทมใฝ',
];
const LINES = ROWS.flatMap((row) => [row, [...row].toReversed().join('')]);
const LEET: Record<string, string> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
};

/** Letters of `text` that stand in runs of four or more of an alphabet or a keyboard row. */
function lettersInRuns(text: string): number {
  let total = 0;
  for (let start = 0; start < text.length;) {
    let length = 0;
    while (start + length < text.length && LINES.some((line) => line.includes(text.slice(start, start + length + 1))))
      length += 1;
    if (length >= 4) total += length;
    start += length >= 4 ? length : 1;
  }
  return total;
}

/** Digits and signs around a password add little to it; what is shorter than this without them is left as it is. */
const CORE_LETTERS = 8;

/** Whether a password is one of those most used, as it is or between digits and signs. */
function isMostUsedInside(text: string): boolean {
  const core = /\p{L}.*[\p{L}\p{M}]/su.exec(text)?.[0] ?? '';
  return isMostUsed(text) || (core.length >= CORE_LETTERS && core !== text && isMostUsed(core));
}

/**
 * Why a new password is easy to guess, as a locale key, or null. Its length is judged by the input schema
 * (12 to 128); this is the rest: the most used ones, common words, the name of the owner's address, repetition, rows of
 * the keyboard.
 */
export function passwordProblem(password: string, owner: { email: string }): TextOf<'auth.weakPassword'> | null {
  const text = comparable(password);
  const letters = [...text];
  if (new Set(letters).size < 5 || /^(.{1,6}?)\1+.?.?$/su.test(text)) return 'auth:passwordRepeated';
  const name = owner.email.slice(0, owner.email.indexOf('@')).toLowerCase();
  if (name.length >= 4 && text.includes(name)) return 'auth:passwordEmail';
  if (lettersInRuns(text) >= letters.length * 0.6) return 'auth:passwordSequence';
  if (COMMON_PASSWORDS.has(text) || isMostUsedInside(text)) return 'errors:passwordCommon';
  for (const spelling of [text, letters.map((letter) => LEET[letter] ?? letter).join('')]) {
    let rest = spelling;
    for (const word of LONGEST_FIRST) rest = rest.replaceAll(word, '');
    if (rest.length < spelling.length && rest.replace(/[^\p{L}]/gu, '').length < 4) return 'errors:passwordCommon';
  }
  return null;
}
const LONGEST_FIRST = COMMON_WORDS.toSorted((a, b) => b.length - a.length);
