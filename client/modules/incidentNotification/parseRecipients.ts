import { type Recipient, RECIPIENTS_LIMIT } from '../../../shared/incidentNotification/schema.ts';
import { isTelephone, telephoneOf } from '../../../shared/telephone.ts';
import { email } from '../../../shared/text.ts';

/** The maximum length of a line of a recipient. */
const LINE = 1000;
const isAddressLike = (word: string): boolean => /^[^@]+@[^@]+$/.test(word);
/**
 * Text meant as a phone number: whether it is a valid one is checked at the field. Short digit sequences (1669) may
 * just as well be line numbers.
 */
const PHONE = /^[+(]?\d[\d\s().-]{5,28}$/;
const isPhoneLike = (word: string): boolean => PHONE.test(word) || (word.length > 6 && isTelephone(word));

export const isAddress = (text: string): boolean => email.safeParse(text).success;
/** A phone number as it is stored: a complete one without separators, any other as it was typed. */
export const recipientPhone = (text: string): string =>
  isTelephone(text) ? telephoneOf(text) : text.trim().slice(0, 30);

/**
 * Parses recipients from lines of text: a name, an address and a phone number in any order, separated by commas,
 * semicolons or tabs; `Name <address>` works too. Text that is neither address nor number is the name.
 * @example parseRecipients('สมใจ รักดี, somjai@example.com') // [{ name: 'สมใจ รักดี', email: 'somjai@example.com',
 * phone: '' }]
 */
export function parseRecipients(text: string): Recipient[] {
  return text
    .split(/\r\n?|\n/)
    .map((line) => parseLine(line))
    .filter((one): one is Recipient => one !== null);
}

function parseLine(line: string): Recipient | null {
  const plain = line.slice(0, LINE).replaceAll('"', ' ');
  const address = plain.split(/[\s,;<>()]+/).find(isAddressLike) ?? '';
  const rest = address ? plain.replace(address, '').replace(/[<>]/g, ' ') : plain;
  let phone = '';
  const names: string[] = [];
  for (const part of rest.split(/[,;\t]/)) {
    const word = part.replace(/\s+/g, ' ').trim();
    if (word === '') continue;
    if (phone === '' && isPhoneLike(word)) phone = recipientPhone(word);
    else names.push(word);
  }
  const name = names.join(' ').slice(0, 300);
  return name || address || phone ? { name, email: address.toLowerCase(), phone } : null;
}

const keyOf = ({ name, email: address, phone }: Recipient): string => (address || phone || name).toLowerCase();

/** Appends `more` to `list`, without duplicates and up to `limit`. */
export function joinRecipients(
  list: readonly Recipient[],
  more: readonly Recipient[],
  limit = RECIPIENTS_LIMIT,
): { joined: Recipient[]; duplicates: number; left: number } {
  const known = new Set(list.map(keyOf));
  const fresh = more.filter((one) => !known.has(keyOf(one)) && known.add(keyOf(one)));
  const joined = [...list, ...fresh].slice(0, limit);
  return { joined, duplicates: more.length - fresh.length, left: list.length + fresh.length - joined.length };
}
