import type { Trx } from '../../../db/client.ts';
import type { Locale } from '../../../shared/locale.ts';
import type { Bilingual } from '../../../shared/text.ts';
import type { WorkspaceKey } from '../crypto/workspaceKey.ts';

/** Whom to look for. Each module finds them by what it can be searched by. */
export interface WantedSubject {
  /** Empty where it is not known. */
  readonly uid: string;
  readonly email: string;
  /** The request on whose behalf they are looked for: it is none of what is found. */
  readonly requestId: string;
}

/** By what a data subject can be known. */
export type SubjectKey = 'uid' | 'email';

/** One record of a data subject: its fields by name, with the text key `subjectData:field.<name>` for each. */
export type SubjectRecord = Readonly<Record<string, string | number | readonly string[] | null>>;

export interface FoundRecords {
  /** By what was looked for, of what the request names. */
  readonly by: readonly SubjectKey[];
  readonly records: readonly SubjectRecord[];
}

/** Records of data subjects that a module holds. Declared in `subjectData` of its manifest. */
export interface SubjectDataSource {
  /** Names it in the result; `subjectData:source.<name>` is its title. */
  readonly name: string;
  /** Everything that it holds of one data subject, in clear. */
  find(trx: Trx, where: SubjectSearch, subject: WantedSubject): Promise<FoundRecords>;
}

/** Where and for whom is looked. */
export interface SubjectSearch {
  readonly workspaceId: string;
  readonly key: WorkspaceKey;
  /** The data subject's language, for what is kept in both. */
  readonly locale: Locale;
  readonly now: Date;
  /** Aborted when the node stops. */
  readonly signal: AbortSignal;
}

/**
 * By what a data subject is looked for, each once: people give their email address as an id and the other way round.
 * Not by the phone number: a family or an office shares one, and what is found reaches whoever asks.
 */
export const idsOf = ({ uid, email }: Pick<WantedSubject, 'uid' | 'email'>): string[] => [
  ...new Set([uid, email].filter((id) => id !== '')),
];

/** A text in the data subject's language; in Thai where there is none. */
export const wordsIn = (locale: Locale, text: Bilingual): string => text[locale] || text.th;

/** By which of these keys somebody could be looked for. */
export const knownKeys = (subject: WantedSubject, keys: readonly SubjectKey[]): SubjectKey[] =>
  keys.filter((key) => subject[key] !== '');

/**
 * Rows in the order of their ids, `limit` at a time: for what is searched by decrypting every one. Ends with an error
 * once the node stops.
 * @param read the next rows, at most `limit`
 */
export async function* rowsById<Row extends { readonly id: string }>(
  { signal }: Pick<SubjectSearch, 'signal'>,
  limit: number,
  read: (after: string) => Promise<readonly Row[]>,
): AsyncGenerator<Row> {
  let after: string | undefined = '00000000-0000-0000-0000-000000000000';
  while (after !== undefined) {
    signal.throwIfAborted();
    const rows: readonly Row[] = await read(after);
    yield* rows;
    after = rows.length < limit ? undefined : rows.at(-1)!.id;
  }
}
