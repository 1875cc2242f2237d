import { z } from 'zod';
import type { Tier } from './registry/tiers.ts';
import { id, LIMITED, withoutEdges } from './text.ts';

const MB = 1024 * 1024;

/**
 * Types of content that the product keeps, with the endings their names may have; the first is given where none fits.
 */
export const FILE_TYPES = {
  'application/pdf': ['pdf'],
  'image/png': ['png'],
  'image/jpeg': ['jpg', 'jpeg', 'jfif'],
  'image/webp': ['webp'],
  'image/gif': ['gif'],
  'image/heic': ['heic', 'heif'],
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': ['docx'],
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': ['xlsx'],
  'application/vnd.openxmlformats-officedocument.presentationml.presentation': ['pptx'],
  'application/msword': ['doc'],
  'application/vnd.ms-excel': ['xls'],
  'application/vnd.ms-powerpoint': ['ppt'],
  'application/vnd.ms-outlook': ['msg'],
  'application/zip': ['zip'],
  'text/csv': ['csv'],
  'text/plain': ['txt', 'log', 'md', 'tsv'],
} as const satisfies Record<string, readonly string[]>;
export type FileType = keyof typeof FILE_TYPES;

/**
 * What a file is uploaded for, and so what it may be. SVG and HTML are in none: they can carry scripts. A PDF that runs
 * a script, starts a program or carries files is taken for nothing.
 */
export interface UploadKind {
  readonly name: string;
  readonly types: readonly FileType[];
  /** Largest size in bytes. */
  readonly limit: number;
  /** What cameras and programs write into pictures beside them is taken out: others see them, strangers too. */
  readonly withoutMetadata?: true;
}

/** Megabytes in bytes, for limits. */
export const megabyte = (count: number): number => count * MB;

/** Tables of programs for tables. */
export const TABLE_TYPES = [
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  'application/vnd.ms-excel',
  'text/csv',
] as const satisfies readonly FileType[];

/** Photo of a person, picture of a form. */
export const PICTURE: UploadKind = {
  name: 'photo',
  types: ['image/png', 'image/jpeg', 'image/webp'],
  limit: megabyte(2),
  withoutMetadata: true,
};
/** Any other attachment, for example of a request; everybody of the workspace may upload one. */
export const GENERAL: UploadKind = {
  name: 'general',
  types: Object.keys(FILE_TYPES) as FileType[],
  limit: megabyte(20),
};
/** No file is larger whose kind is not told before it comes; bytes. */
export const FILE_LIMIT: number = GENERAL.limit;

/** Bytes that one person's files may have together that no record shows yet. */
export const WAITING_LIMIT = 500 * MB;

/** A limit as people read it: `5 MB`. */
export const megabytes = (bytes: number): string => `${Math.floor((bytes / MB) * 10) / 10} MB`;

/** The endings a kind takes, for the message and for an input's `accept`: `['png', 'jpg', …]`. */
export const endingsOf = ({ types }: UploadKind): string[] =>
  types.flatMap((type): readonly string[] => FILE_TYPES[type]);

/** Answer of an upload; `size` in bytes. `url` stands at the server's root. */
export const uploadedFile = z.object({
  url: z.string(),
  id,
  name: z.string(),
  size: z.number().int(),
  type: z.string(),
});
export type UploadedFile = z.infer<typeof uploadedFile>;

// Controls, and marks that turn the reading direction: "gpj.exe" must not be shown as "exe.jpg".
// eslint-disable-next-line no-control-regex
const HIDDEN = /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g;
const NAME_LIMIT = 255;

/** The ending of a name in small letters, without its dot; empty when there is none. */
export const endingOf = (name: string): string => /[^.]\.([A-Za-z0-9]{1,10})$/.exec(name)?.[1]?.toLowerCase() ?? '';

/**
 * A file's name as it is shown and offered for download: without folders, control characters and marks that change
 * the reading direction, at most 255 characters. It is never used as a path.
 * When `type` is given, a name whose ending tells another type gets the right one: `page.html` that is a PNG becomes
 * `page.html.png`.
 */
export function displayName(name: string, type?: FileType): string {
  const last = name.toWellFormed().normalize('NFC').replace(HIDDEN, '').split(/[\\/]/).at(-1) ?? '';
  let clean = withoutEdges(last, /[\s.]/) || 'file';
  const endings: readonly string[] | undefined = type && FILE_TYPES[type];
  if (endings && !endings.includes(endingOf(clean))) clean = `${clean}.${endings[0]}`;
  const letters = [...clean];
  if (letters.length <= NAME_LIMIT) return clean;
  const ending = endingOf(clean) ? `.${endingOf(clean)}` : '';
  return letters.slice(0, NAME_LIMIT - ending.length).join('') + ending;
}

/** A file's name made of words, which may hold slashes: they stand for no folder. */
export const nameOfWords = (words: string, type?: FileType): string =>
  displayName(
    words
      .split(/[\\/]+/)
      .map((part) => part.trim())
      .join('-'),
    type,
  );

/**
 * Largest file that the encryption call takes for a workspace that the address of the request names, bytes; others are
 * at most `FILE_LIMIT`.
 */
export const ENCRYPTED_FILE_LIMITS: Readonly<Record<Tier, number>> = {
  Basic: FILE_LIMIT,
  Standard: megabyte(200),
  Pro: megabyte(2048),
  Unlimit: megabyte(2048),
};

/** Largest text or JSON value that the encryption call takes, bytes: its JWE must fit into a request of 1 MB again. */
export const ENCRYPT_LIMIT = 700 * 1024;
const encryptedWorkspace = z.object({ workspace: id });
export const encryptInput = encryptedWorkspace.extend({
  /** Any JSON value; decryption gives the same value back. */
  data: z.unknown().refine((value) => value !== undefined, { error: 'errors:required' }),
});
export const encryptOutput = z.object({ data: z.string() });
export const decryptInput = encryptedWorkspace.extend({
  data: z
    .string({ error: 'errors:required' })
    .max(2 * ENCRYPT_LIMIT, LIMITED)
    .trim()
    .min(1, { error: 'errors:required' }),
});
export const decryptOutput = z.object({ data: z.unknown() });
