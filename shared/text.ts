import { z } from 'zod';
import { isCountryCode } from './countries.ts';
import { UNNAMED_COUNTRY } from './country.ts';
import { isTelephone, TELEPHONE_LIMIT, telephoneOf } from './telephone.ts';

/**
 * Input rules shared by every form and every procedure. Messages are locale keys (`errors:…`),
 * put into the caller's language by whoever shows them.
 *
 * Whatever comes in is tried by strangers. A limit of length therefore ends the check of a text (`LIMITED`), so that no
 * later rule looks at what is too long; what runs before it, and every pattern, takes time in proportion to the text
 * and no more. test/unit/input-growth.test.ts holds both, over every schema.
 */
export const TEXT_LIMIT = 1000;
export const LONG_TEXT_LIMIT = 10_000;

/** A limit at which the check of a value ends. */
export const LIMITED = { abort: true } as const;
const tooLong = (limit: number) => ({
  ...LIMITED,
  error: `errors:tooLong.${limit === TEXT_LIMIT ? 'text' : limit === LONG_TEXT_LIMIT ? 'long' : 'short'}`,
});
// Control characters (but tab and line breaks) are never typed by people and break exports; U+0000 and halves of
// surrogate pairs are refused by Postgres.
// eslint-disable-next-line no-control-regex
const clean = (value: string) => value.isWellFormed() && !/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/.test(value);

/**
 * A text without marks that turn the reading direction of what follows: by them a stranger's text could show other than
 * it is.
 */
export const withoutTurns = (value: string): string => value.replace(/[\u202a-\u202e\u2066-\u2069]/g, '');
/** A text without the letters at its two ends that `edge` matches; `edge` is a pattern of one letter. */
export function withoutEdges(value: string, edge: RegExp): string {
  let [start, end] = [0, value.length];
  while (start < end && edge.test(value[start]!)) start += 1;
  while (end > start && edge.test(value[end - 1]!)) end -= 1;
  return value.slice(start, end);
}
const straight = (value: string) => withoutTurns(value).trim();
/**
 * Whether anything of a text is to be seen: spaces without width, soft hyphens and fillers are not. Nothing at all, and
 * what is not clean, is refused by itself.
 */
const visible = (value: string) =>
  value === '' || !clean(value) || /[\p{L}\p{N}\p{P}\p{S}]/u.test(value.replace(/[\u115f\u1160\u3164\uffa0]/g, ''));
const inOneLine = (value: string) =>
  value
    .split(/[\n\r\u0085\u2028\u2029]/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join(' ');

/** What a list or a choice is searched by; nothing: all of it. */
export const searchText = z.string().overwrite(straight).max(200, LIMITED).default('');

/** One line or paragraph that may be empty, at most `limit` characters, trimmed. */
export const optionalText = (limit: number = TEXT_LIMIT) =>
  z
    .string()
    .overwrite(straight)
    .max(limit, tooLong(limit))
    .refine(clean, { error: 'errors:controlCharacters' })
    .default('');
/** Like `optionalText`, but something must be there. */
export const requiredText = (limit: number = TEXT_LIMIT) =>
  z
    .string({ error: 'errors:required' })
    .overwrite(straight)
    .min(1, { error: 'errors:required' })
    .max(limit, tooLong(limit))
    .refine(visible, { error: 'errors:required' })
    .refine(clean, { error: 'errors:controlCharacters' });
/** A name or title: line breaks in it become spaces. */
export const requiredLine = (limit: number = TEXT_LIMIT) => requiredText(limit).overwrite(inOneLine);

/** Like `requiredLine`, but it may be empty. */
export const optionalLine = (limit: number = TEXT_LIMIT) =>
  optionalText(limit).unwrap().overwrite(inOneLine).default('');

/** Thai and English, both required. */
export const bilingual = (limit: number = TEXT_LIMIT) => z.object({ th: requiredText(limit), en: requiredText(limit) });
/** Thai required, English optional. */
export const thaiFirst = (limit: number = TEXT_LIMIT) => z.object({ th: requiredText(limit), en: optionalText(limit) });
export type Bilingual = { th: string; en: string };

/** An e-mail address, lower-cased; at most 254 characters (RFC 5321). */
export const email = z
  .string({ error: 'errors:required' })
  .trim()
  .toLowerCase()
  .min(1, { error: 'errors:required' })
  .max(254, { error: 'errors:email', ...LIMITED })
  .pipe(z.email({ error: 'errors:email' }).max(254, LIMITED));

const telephone = z.string({ error: 'errors:required' }).trim();
const TELEPHONE_TOO_LONG = { error: 'errors:phone', ...LIMITED };
/** A telephone number by the one rule of telephone.ts, without what stands between its digits. */
export const phone = telephone
  .min(1, { error: 'errors:required', ...LIMITED })
  .max(TELEPHONE_LIMIT, TELEPHONE_TOO_LONG)
  .overwrite(telephoneOf)
  .refine(isTelephone, { error: 'errors:phone' });
/** Such a number, or nothing. */
export const optionalPhone = telephone
  .max(TELEPHONE_LIMIT, TELEPHONE_TOO_LONG)
  .overwrite(telephoneOf)
  .refine((value) => value === '' || isTelephone(value), { error: 'errors:phone' })
  .default('');

/**
 * Whether the text parses as an http or https address. One with a name or password in it would hand them to everybody
 * who is shown the address, and may pretend to lead elsewhere (`https://bank.example@evil.example`).
 */
function isWebUrl(value: string): boolean {
  if (/\s/.test(value)) return false;
  try {
    const { protocol, hostname, username, password: secret } = new URL(value);
    if (username !== '' || secret !== '') return false;
    return (protocol === 'http:' || protocol === 'https:') && hostname.includes('.');
  } catch {
    return false;
  }
}
export const optionalUrl = z
  .string()
  .trim()
  .max(2000, tooLong(2000))
  .refine((value) => value === '' || isWebUrl(value), { error: 'errors:url' })
  .default('');

/** The code of a country that exists, ISO 3166-1 alpha-2; the names come from Intl.DisplayNames. */
export const countryCode = z
  .string()
  .max(2, { error: 'errors:country', ...LIMITED })
  .refine(isCountryCode, { error: 'errors:country' });
export const country = countryCode.default('TH');

/** Where data may be sent or kept: a country that exists, or one abroad that nobody has named. */
export const destinationCode = z.union([countryCode, z.literal(UNNAMED_COUNTRY)], { error: 'errors:country' });

const digits = (value: unknown) =>
  typeof value === 'string' && value.length <= 40 && /^\s*\d+\s*$/.test(value) ? Number(value) : value;
/** A whole number, not below zero; as text too where it is digits. */
export const count = z.preprocess(
  digits,
  z
    .number({ error: 'errors:number' })
    .int({ error: 'errors:number' })
    .min(0, { error: 'errors:number' })
    .max(9_999_999_999, { error: 'errors:number' }),
);

/** A day as YYYY-MM-DD. An empty text, as a date field that was cleared sends it, is none. */
export const optionalDay = z
  .union([z.literal(''), z.iso.date({ error: 'errors:date' }), z.null()], { error: 'errors:date' })
  .transform((value) => value || null)
  .default(null);

export const id = z.uuid({ error: ({ input }) => (input ? 'errors:id' : 'errors:required') });
/** Every workspace procedure's input starts with this. */
export const inWorkspace = z.object({ ws: id });
/** That of a procedure over several workspaces: the one that the caller comes from, if any. */
export const maybeInWorkspace = z.object({ ws: id.optional() });
export const byId = inWorkspace.extend({ id });
/** A record that another one names. */
export const namedRecord = z.object({ id, name: z.string() });
/** The row version an edit started from; a newer one in the database refuses the edit (409). */
export const rowVersion = z.coerce.number().int().min(1).max(2_000_000_000);
/** A password: 12 to 128 characters. Commonness is judged by the server. */
export const password = z
  .string({ error: 'errors:required' })
  .min(12, { error: 'errors:passwordShort' })
  .max(128, { error: 'errors:passwordLong', ...LIMITED });
