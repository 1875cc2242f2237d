import { z } from 'zod';
import { canonicalJson } from '../../canonicalJson.ts';
import { type Json, valueOf, without } from './format.ts';
import { readable } from './texts.ts';

/** Fields of an assessment that parts of a file become. */
const CNIL_TARGETS = [
  'name',
  'description',
  'dpoOpinion',
  'subjectOpinion',
  'external',
  'lawfulBasisNote',
  'itemNote',
  'itemAnswer',
  'worstCase',
  'impacts',
  'threats',
  'sources',
  'measures',
  'severity',
  'likelihood',
  'planDetail',
  'planExpected',
  'planDay',
] as const;
export type CnilTargetField = (typeof CNIL_TARGETS)[number];

/** Why a part stands in the annex: as it was in the file. */
const CNIL_REASONS = [
  'noPlace',
  'technical',
  'tooLong',
  'tooMany',
  'unreadable',
  'formatting',
  'elsewhere',
  'file',
] as const;
export type CnilReason = (typeof CNIL_REASONS)[number];

/** Letters of a name of a stranger's file that a line repeats. */
const NAME_LIMIT = 80;

/** What became of one part of a file. */
export const cnilLine = z.object({
  /** Where it stands in the file. Example: `answers 321` */
  from: z.string(),
  /** The worst case, item or person that it is about; empty: none. */
  of: z.string(),
  /** Where it went; null: it has no place here. */
  to: z.enum(CNIL_TARGETS).nullable(),
  /** Why it stands in the annex; null: it does not. */
  why: z.enum(CNIL_REASONS).nullable(),
});
export type CnilLine = z.output<typeof cnilLine>;

/** A name of a stranger's file as a line repeats it. */
export const nameIn = (name: string): string => {
  const clean = readable(name).replace(/\s+/g, ' ');
  return clean.length > NAME_LIMIT ? `${clean.slice(0, NAME_LIMIT).toWellFormed()}…` : clean;
};

/** Whether nothing is said by a value. */
export const isEmpty = (value: unknown): boolean =>
  value === null ||
  value === undefined ||
  value === '' ||
  (typeof value === 'object' && Object.keys(value).length === 0);

/** Parts of an annex: values of the file where they stood, and entries of its lists. */
export type CnilAnnex = Record<string, Json | Json[]>;

/** Lines of a report, and the annex that they are about. */
export class CnilReport {
  readonly lines: CnilLine[] = [];
  private readonly objects = new Map<string, [string, unknown][]>();
  private readonly lists = new Map<string, Json[]>();

  placed(from: string, to: CnilTargetField, of = ''): void {
    this.lines.push({ from, of, to, why: null });
  }

  /** Leaves a value of an object of the file. `part`: that object, by its name */
  value(
    part: string,
    name: string,
    value: unknown,
    line: { why: CnilReason; of?: string; to?: CnilTargetField },
  ): void {
    const values = this.objects.get(part) ?? [];
    this.objects.set(part, values);
    values.push([name, value]);
    this.lines.push({ from: `${part} ${nameIn(name)}`, of: line.of ?? '', to: line.to ?? null, why: line.why });
  }

  /** Leaves several values of an object of the file, with one line. */
  values(part: string, values: readonly [string, unknown][], line: Pick<CnilLine, 'from' | 'why'>): void {
    this.objects.set(part, [...(this.objects.get(part) ?? []), ...values]);
    this.lines.push({ of: '', to: null, ...line });
  }

  /** Leaves an entry of a list of the file, or some of it. */
  entry(part: string, entry: Json, line: Omit<CnilLine, 'of' | 'to'> & Partial<CnilLine>): void {
    const entries = this.lists.get(part) ?? [];
    this.lists.set(part, entries);
    entries.push(entry);
    this.lines.push({ of: '', to: null, ...line });
  }

  /** What the file says and the assessment has no place for; null: nothing. */
  annex(): CnilAnnex | null {
    const parts: [string, Json | Json[]][] = [
      // As own values, whatever they are called.
      ...[...this.objects].map(([part, values]): [string, Json] => [part, Object.fromEntries(values)]),
      ...this.lists,
    ];
    return parts.length === 0 ? null : Object.fromEntries(parts);
  }
}

/** Numbers and times that a program needs and nobody reads. */
const TECHNICAL = new Set(
  'id pia_id created_at updated_at lock_version answer_type placeholder dbVersion tableName serverUrl objectStore numberOfQuestions progress is_example is_archive global_status for_measure'.split(
    ' ',
  ),
);
export const isTechnical = (name: string): boolean => TECHNICAL.has(name);

/** Names of an entry that a line repeats. */
const NAMES_LIMIT = 8;

/**
 * Leaves what nothing was made of in an entry: all but what was used, what is empty, and what our own file says there.
 * @param key the name by which the annex says which entry it is
 */
export function leaveRest(
  report: CnilReport,
  {
    part,
    from,
    entry,
    key,
    used,
    own,
  }: { part: string; from: string; entry: Json; key: string; used: readonly string[]; own: Json | undefined },
): void {
  const isOwn = (name: string) => own !== undefined && isEqual(valueOf(own, name), entry[name]);
  const rest = Object.entries(without(entry, [...used, key])).filter(
    ([name, value]) => !isEmpty(value) && !isOwn(name),
  );
  if (rest.length === 0) return;
  const names = rest.map(([name]) => name).filter((name) => !isTechnical(name));
  const values = { [key]: entry[key], ...Object.fromEntries(rest) };
  if (names.length === 0) report.entry(part, values, { from: part, why: 'technical' });
  else
    report.entry(part, values, {
      from: `${from}: ${names.slice(0, NAMES_LIMIT).map(nameIn).join(', ')}${names.length > NAMES_LIMIT ? ', …' : ''}`,
      why: 'noPlace',
    });
}

/** Whether two values of a file say the same. */
export const isEqual = (left: unknown, right: unknown): boolean =>
  left === right || canonicalJson(left) === canonicalJson(right);
