import { LONG_TEXT_LIMIT, requiredLine } from '../../text.ts';
import { DPIA_LIMITS } from '../content.ts';
import { type CnilFile, valueOf } from './format.ts';
import { type CnilReason, type CnilTargetField, isEmpty, isEqual, isTechnical } from './report.ts';
import { readable } from './texts.ts';
import { type CnilWork, joined } from './work.ts';

type Outcome = { readonly to: CnilTargetField } | { readonly why: CnilReason };
type Field = (work: CnilWork, text: string, pia: CnilFile['pia']) => Outcome;

const WHO_LIMIT = 200;
const name200 = requiredLine(WHO_LIMIT);

const opinion =
  (field: 'dpoOpinion' | 'subjectOpinion'): Field =>
  ({ draft }, text) => {
    if (text.length > LONG_TEXT_LIMIT) return { why: 'tooLong' };
    draft[field] = { th: text, en: '' };
    return { to: field };
  };

/** Facts of a file that an assessment has a place for. */
const FIELDS: ReadonlyMap<string, Field> = new Map<string, Field>([
  [
    'name',
    ({ draft }, text) => {
      const name = name200.safeParse(text);
      if (!name.success) return { why: 'tooLong' };
      draft.name = name.data;
      return { to: 'name' };
    },
  ],
  ['dpo_opinion', opinion('dpoOpinion')],
  ['concerned_people_opinion', opinion('subjectOpinion')],
  [
    // Why the data subjects were not asked.
    'concerned_people_searched_content',
    ({ draft }, text, pia) => {
      const own = valueOf(pia, 'concerned_people_opinion');
      const all = joined(typeof own === 'string' ? readable(own) : '', text);
      if (all === undefined) return { why: 'tooLong' };
      draft.subjectOpinion = { th: all, en: '' };
      return { to: 'subjectOpinion' };
    },
  ],
  [
    'people_names',
    ({ draft: { consultation }, place }, text) => {
      if (text.length > WHO_LIMIT) return { why: 'tooLong' };
      if (consultation.external.length >= DPIA_LIMITS.consultations) return { why: 'tooMany' };
      const who = { th: text, en: '' };
      consultation.external.push({ id: place.newId(), who, on: null, opinion: { th: '', en: '' }, fileIds: [] });
      return { to: 'external' };
    },
  ],
]);

/** What an emptied fact of our own file empties. */
const EMPTIED: ReadonlyMap<string, (work: CnilWork) => CnilTargetField> = new Map([
  ['dpo_opinion', emptied('dpoOpinion')],
  ['concerned_people_opinion', emptied('subjectOpinion')],
]);
function emptied(field: 'dpoOpinion' | 'subjectOpinion') {
  return ({ draft }: CnilWork): CnilTargetField => {
    draft[field] = { th: '', en: '' };
    return field;
  };
}

/** Reads the facts of a file. Where several make one field, they stand in the order of our list. */
export function readPia(work: CnilWork, { pia }: CnilFile): void {
  const { report, own } = work;
  const ownPia: Record<string, unknown> | undefined = own?.file.pia;
  const order = [...FIELDS.keys()].filter((name) => Object.hasOwn(pia, name));
  const others = Object.keys(pia).filter((name) => !FIELDS.has(name));
  const technical: string[] = [];
  for (const name of [...order, ...others]) {
    const value = pia[name];
    if (ownPia && isEqual(valueOf(ownPia, name), value)) continue;
    if (isEmpty(value)) {
      if (ownPia && !isEmpty(valueOf(ownPia, name))) {
        const to = EMPTIED.get(name)?.(work);
        if (to) report.placed(`pia ${name}`, to);
      }
      continue;
    }
    const field = FIELDS.get(name);
    if (field) {
      const outcome = typeof value === 'string' ? field(work, readable(value), pia) : { why: 'unreadable' as const };
      if ('to' in outcome) report.placed(`pia ${name}`, outcome.to);
      else report.value('pia', name, value, outcome);
    } else if (isTechnical(name)) technical.push(name);
    else report.value('pia', name, value, { why: 'noPlace' });
  }
  if (technical.length > 0)
    report.values(
      'pia',
      technical.map((name) => [name, pia[name]]),
      { from: 'pia', why: 'technical' },
    );
}
