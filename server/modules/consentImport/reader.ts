import {
  type ConsentField,
  type ConsentMapping,
  EARLIEST_DAY,
  PURPOSE_FIELD,
} from '../../../shared/consentImport/schema.ts';
import { issueKey, type IssueLike } from '../../../shared/issues.ts';
import { bitsOf, hasBit } from '../../../shared/purpose/bits.ts';
import { type ImportProblem, isExample } from '../../../shared/import/schema.ts';
import {
  type ConsentAction,
  type Guardian,
  guardian as guardianRule,
  SOURCE_LIMIT,
  uid as uidRule,
} from '../../../shared/userConsent/schema.ts';
import { optionalText } from '../../../shared/text.ts';
import { original } from '../../platform/exports/neutral.ts';
import type { TableRow } from '../../platform/imports/table.ts';
import type { Form, FormVersion } from './form.ts';
import { type Moment, momentOf } from './moment.ts';
import { actionOf, answerOf, channelOf, languageOf, plain, versionOf } from './words.ts';

/** What one row says; all of it where the row has no problem, what could be understood otherwise. */
export interface ReadRow {
  row: number;
  uid: string;
  name: string;
  moment: Moment | null;
  version: FormVersion | null;
  action: ConsentAction | null;
  /** Bits of the purposes that were allowed. */
  granted: number;
  language: 'th' | 'en';
  source: string;
  channel: string;
  guardian: Guardian | null;
  problems: ImportProblem[];
}

const DEFAULT = 'Import';
const CHANNEL_LIMIT = 100;
const EARLIEST = Date.parse(`${EARLIEST_DAY}T00:00:00+07:00`);
const nameRule = optionalText(200);
const sourceRule = optionalText(SOURCE_LIMIT);
const channelRule = optionalText(CHANNEL_LIMIT);
const GUARDIAN = {
  guardianFirstName: 'firstName',
  guardianLastName: 'lastName',
  guardianEmail: 'email',
  guardianTelephone: 'telephone',
} as const;
const GUARDIAN_FIELDS = Object.keys(GUARDIAN) as (keyof typeof GUARDIAN)[];
/** Texts shown again in a problem; never who the row is about. */
const quoted = (text: string): string => (text.length > 60 ? `${text.slice(0, 60)}…` : text);

/**
 * Reads rows of a form's consents by a mapping.
 * @param now what is later is in the future, and refused
 */
export function consentReader(form: Form, { fields, purposes, version: chosen, dateOrder }: ConsentMapping, now: Date) {
  const byTitle = new Map<string, string[]>();
  for (const [id, titles] of form.titles)
    for (const title of [id, ...titles])
      byTitle.set(plain(title), [...new Set([...(byTitle.get(plain(title)) ?? []), id])]);
  const columns = Object.entries(purposes);
  const usual = form.byVersion.get(chosen ?? form.publishedVersion) ?? null;

  return function read({ at: row, cells }: TableRow): ReadRow {
    const problems: ImportProblem[] = [];
    const problem = (field: string | null, key: string, values?: ImportProblem['values']): void =>
      void problems.push({
        row,
        field,
        key: key.includes(':') ? key : `consentImport:problem.${key}`,
        ...(values && { values }),
      });
    const cell = (field: ConsentField): string => {
      const index = fields[field];
      return index === undefined ? '' : original(cells[index] ?? '').trim();
    };
    const checked = (field: ConsentField, rule: typeof nameRule | typeof uidRule, text: string): string => {
      const result = rule.safeParse(text);
      if (result.success) return result.data;
      const { key, values } = issueKey(result.error.issues[0] as IssueLike);
      problem(field, key, values as ImportProblem['values']);
      return text;
    };

    const uid = checked('uid', uidRule, cell('uid'));
    const name = checked('name', nameRule, cell('name'));

    let moment: Moment | null = null;
    const when = momentOf(cell('at'), cell('time'), dateOrder);
    if (typeof when === 'string')
      problem(when === 'time' && cell('time') !== '' ? 'time' : 'at', when, {
        text: quoted(when === 'time' && cell('time') !== '' ? cell('time') : cell('at')),
      });
    else if (when.at.getTime() > now.getTime()) problem('at', 'future');
    else if (when.at.getTime() < EARLIEST) problem('at', 'tooOld', { day: EARLIEST_DAY });
    else moment = when;

    let version = usual;
    const versionText = cell('version');
    if (versionText !== '') {
      version = form.byVersion.get(versionOf(versionText) ?? 0) ?? null;
      if (!version)
        problem('version', 'version', { text: quoted(versionText), versions: form.versions.slice(0, 10).join(', ') });
    } else if (!version) problem('version', 'noVersion');

    const choice = version ? choiceOf(version, cells) : null;
    function choiceOf(own: FormVersion, texts: readonly string[]): { action: ConsentAction; granted: number } | null {
      const before = problems.length;
      const allowed = new Set<string>();
      let answers = 0;
      const allow = (id: string, field: string, text: string): void => {
        if (own.bits.has(id)) allowed.add(id);
        else problem(field, 'otherVersion', { text: quoted(text), version: own.version });
      };
      for (const [id, index] of columns) {
        const text = original(texts[index] ?? '').trim();
        const answer = answerOf(text);
        if (answer === undefined) problem(PURPOSE_FIELD + id, 'answer', { text: quoted(text) });
        else if (answer !== null) answers += 1;
        if (answer === true) allow(id, PURPOSE_FIELD + id, form.titles.get(id)?.[0] ?? id);
      }
      const list = cell('purposes');
      if (list !== '') {
        answers += 1;
        for (const title of listed(list)) {
          const found = byTitle.get(plain(title)) ?? [];
          const [id, second] = found.length > 1 ? found.filter((one) => own.bits.has(one)) : found;
          if (id === undefined)
            problem('purposes', found.length > 1 ? 'otherVersion' : 'purpose', {
              text: quoted(title),
              version: own.version,
            });
          else if (second !== undefined) problem('purposes', 'severalPurposes', { text: quoted(title) });
          else allow(id, 'purposes', title);
        }
      }
      const word = cell('action');
      const action = word === '' ? null : actionOf(word);
      if (action === undefined) problem('action', 'action', { text: quoted(word) });
      if (problems.length > before) return null;
      const granted = bitsOf([...allowed].map((id) => own.bits.get(id)!));
      const derived: ConsentAction = granted === own.all ? 'ALL' : granted === 0 ? 'NONE' : 'ACCEPT';
      if (answers > 0) {
        if (action === null || action === undefined) return { action: derived, granted };
        const fits = action === 'agreed' ? granted !== 0 : action === 'ACCEPT' ? granted !== 0 : action === derived;
        if (fits) return { action: derived, granted };
        // A list of what was allowed may be left empty beside “all” and “none”; columns of no are not.
        problem('action', 'differs', { text: quoted(word) });
        return null;
      }
      if (action === 'NONE') return { action: 'NONE', granted: 0 };
      if (action === 'ALL' || (action === 'agreed' && own.bits.size === 1)) return { action: 'ALL', granted: own.all };
      problem(action ? 'action' : null, action ? 'which' : 'noChoice', action ? { text: quoted(word) } : undefined);
      return null;
    }
    function listed(text: string): string[] {
      const pieces = text
        .split(/[\n;|]+/)
        .map((piece) => piece.trim())
        .filter(Boolean);
      // A title may hold a comma itself.
      return pieces.flatMap((piece) =>
        byTitle.has(plain(piece))
          ? [piece]
          : piece
              .split(/[,،、]/)
              .map((part) => part.trim())
              .filter(Boolean),
      );
    }

    const language = languageOf(cell('language'));
    if (!language) problem('language', 'language', { text: quoted(cell('language')) });
    const channel = checked('channel', channelRule, channelOf(cell('channel')));
    // A row that names its channel was recorded somewhere, with the source it had there, or with none.
    const source = checked('source', sourceRule, cell('source')) || (channel === '' ? DEFAULT : '');

    let guardian: Guardian | null = null;
    const wanted = answerOf(cell('hasGuardian'));
    if (wanted === undefined) problem('hasGuardian', 'answer', { text: quoted(cell('hasGuardian')) });
    if (wanted === true || GUARDIAN_FIELDS.some((field) => cell(field) !== '')) {
      const result = guardianRule.safeParse({
        firstName: cell('guardianFirstName'),
        lastName: cell('guardianLastName'),
        email: cell('guardianEmail'),
        telephone: cell('guardianTelephone').replace(/[\s-]/g, ''),
      });
      if (result.success) guardian = result.data;
      else {
        for (const issue of result.error.issues) {
          const field = GUARDIAN_FIELDS.find((one) => GUARDIAN[one] === issue.path[0]) ?? 'guardianFirstName';
          const { key, values } = issueKey(issue as IssueLike);
          problem(field, key, values as ImportProblem['values']);
        }
      }
    }
    return {
      row,
      uid,
      name,
      moment,
      version,
      action: choice?.action ?? null,
      granted: choice?.granted ?? 0,
      language: language ?? 'th',
      source,
      channel: channel || DEFAULT,
      guardian,
      problems,
    };
  };
}

/** Whether the row only shows how the table is filled in. */
export const skips = ({ cells }: TableRow): boolean => isExample(cells);

/** Ids of the purposes in a set of bits. */
export const purposesIn = (version: FormVersion, granted: number): string[] =>
  [...version.bits].filter(([, bit]) => hasBit(granted, bit)).map(([id]) => id);
