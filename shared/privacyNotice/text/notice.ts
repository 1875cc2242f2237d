import { RIGHT_CODES, type RightCode } from '../../dataRight/schema.ts';
import type { NOTICE_POINTS } from '../draft.ts';
import {
  contactOf,
  contactOfController,
  contactOfOfficer,
  organizationName,
  requestContact,
  waysOf,
} from './contacts.ts';
import { customPart } from './customRights.ts';
import type { ApplicationFacts, GroupFacts, NoticeFacts, PurposeFacts, Source, SourceRecord, Words } from './facts.ts';
import {
  BY_CONTACT,
  BY_FORM,
  BY_FORM_OF,
  CONTROLLER,
  EFFECTIVE,
  ELSEWHERE,
  MEASURES,
  OFFICER,
  type Phrase,
  REPRESENTATIVE,
} from './phrases.ts';
import { purposePart, TRANSFER } from './purposePart.ts';
import { RIGHT_PHRASES } from './rights.ts';
import { listOf, openPoints, rightsOf, rightsOwed, same, type Sentence, writer } from './sentences.ts';

export const PART_KINDS = ['controller', 'purpose', 'rights', 'measures', 'elsewhere', 'changes'] as const;

/** A part of the text under one heading. */
export interface NoticePart {
  readonly kind: (typeof PART_KINDS)[number];
  /** Of a purpose; otherwise the kind. */
  readonly key: string;
  readonly heading: Words;
  readonly sentences: readonly Sentence[];
  /** Of a purpose: whose data it uses. No sentence names them, and a new one has not been informed. */
  readonly groups?: readonly GroupFacts[];
}

const HEADINGS = {
  controller: { th: 'เราคือใคร และติดต่อได้ที่ใด', en: 'Who we are and how to reach us' },
  rights: { th: 'สิทธิของท่าน', en: 'Your rights' },
  measures: { th: 'เรารักษาข้อมูลอย่างไร', en: 'How we protect data' },
  elsewhere: { th: 'เรื่องที่อยู่ในประกาศอื่น', en: 'What another notice says' },
  changes: { th: 'วันที่ใช้ประกาศนี้', en: 'When this notice applies' },
} as const;

/** The whole text, part by part, each sentence with the record that it comes from. */
export function noticeParts(facts: NoticeFacts): NoticePart[] {
  const part = (kind: keyof typeof HEADINGS, sentences: readonly Sentence[]): NoticePart[] =>
    sentences.length > 0 ? [{ kind, key: kind, heading: HEADINGS[kind], sentences }] : [];
  return [
    ...part('controller', controllerSentences(facts)),
    ...facts.applications.flatMap((application) =>
      application.purposes.map((one) => purposePart(application, one, waysOf(facts, one))),
    ),
    ...part('rights', rightSentences(facts)),
    ...part('measures', measureSentences(facts)),
    ...part('elsewhere', elsewhereSentences(facts)),
    ...part('changes', changeSentences(facts)),
  ];
}

const ofNotice = ({ id }: NoticeFacts) => writer('notice', { record: 'privacyNotice', id, version: null });

function controllerSentences(facts: NoticeFacts): Sentence[] {
  const source = { record: 'dataController', id: facts.controller.id, version: null } as const;
  const officer = contactOfOfficer(facts);
  const { representative } = facts.controller;
  return [
    writer('controller', source)('name', '', CONTROLLER, {
      name: organizationName(facts),
      contact: same(contactOfController(facts)),
    }),
    ...(representative
      ? [
          writer('controller', source)('representative', '', REPRESENTATIVE, {
            contact: same(contactOf(representative.name, representative.contact)),
          }),
        ]
      : []),
    ...(officer ? [ofNotice(facts)('dpo', '', OFFICER, { contact: same(officer) })] : []),
  ];
}

/** To which purposes a right applies, where it does not apply to all. */
function scopeOf(purposes: readonly PurposeFacts[], all: number): Words {
  if (purposes.length === all) return { th: '', en: '' };
  const titles = listOf(purposes.map(({ title }) => ({ th: `“${title.th}”`, en: `“${title.en || title.th}”` })));
  return { th: ` ใช้ได้กับ ${titles.th}`, en: ` It applies to ${titles.en}.` };
}

/** Rights that the text names: those chosen that apply or may. */
export function namedRights(facts: NoticeFacts): RightCode[] {
  const applying = rightsOf(purposesOf(facts));
  return RIGHT_CODES.filter((code) => facts.rights.codes.includes(code) && applying.has(code));
}

function rightSentences(facts: NoticeFacts): Sentence[] {
  const purposes = purposesOf(facts);
  const applying = rightsOf(purposes);
  const sentence = ofNotice(facts);
  const named = namedRights(facts).map((code) => {
    const of = onceEach(applying.get(code)!);
    const scope = scopeOf(of, onceEach(purposes).length);
    const { section, th, en } = RIGHT_PHRASES[code];
    const written = sentence('rights', code, { section, th: `${th}${scope.th}`, en: `${en}${scope.en}` });
    return { ...written, items: of.map(({ id }) => id) };
  });
  const custom = facts.rights.custom
    .filter(({ th }) => th !== '')
    .map(({ th, en }) => ({ th, en: en || th }))
    .map((line) => sentence('rights', customPart(line), { section: '23(6)', ...line }));
  // A line that is there twice is one right.
  const customOnce = new Map(custom.map((one) => [one.key, one])).values();
  return [...named, ...customOnce, ...requestSentences(facts)];
}

/** How rights are used: by the request forms in force, otherwise by writing to whoever answers. */
function requestSentences(facts: NoticeFacts): Sentence[] {
  const { requestForms } = facts;
  if (requestForms.length === 0)
    return [ofNotice(facts)('requestContact', '', BY_CONTACT, { contact: same(requestContact(facts)) })];
  const isOnly = requestForms.length === 1;
  return requestForms.map(({ id, version, application, url }) => {
    const values = { application: same(application), link: same(url) };
    const sentence = writer('requestForm', { record: 'requestForm', id, version });
    return isOnly ? sentence('link', '', BY_FORM, values) : sentence('link', id, BY_FORM_OF, values);
  });
}

const measureSentences = (facts: NoticeFacts): Sentence[] =>
  facts.measures.length === 0 ? [] : [ofNotice(facts)('measures', '', MEASURES, { measures: listOf(facts.measures) })];

/** Points that another notice in force says to the same people. */
const elsewhereSentences = (facts: NoticeFacts): Sentence[] =>
  facts.elsewhere
    .filter(({ name }) => name !== '')
    .map(({ section, noticeId, version, name, url }) =>
      writer('elsewhere', { record: 'privacyNotice', id: noticeId, version })(
        'elsewhere',
        section.replace(/\W/g, ''),
        ELSEWHERE[section],
        { name: same(name), link: same(url) },
      ),
    );

const changeSentences = (facts: NoticeFacts): Sentence[] =>
  facts.effective ? [ofNotice(facts)('effectiveFrom', '', EFFECTIVE as Phrase, { day: facts.effective })] : [];

/** Purposes that several applications have count once. */
export const onceEach = (purposes: readonly PurposeFacts[]): PurposeFacts[] => [
  ...new Map(purposes.map((purpose) => [purpose.id, purpose])).values(),
];

export const purposesOf = ({ applications }: Pick<NoticeFacts, 'applications'>): PurposeFacts[] =>
  applications.flatMap(({ purposes }) => purposes);

/** A point of sections 23, 25 and 28 that the register or the notice leaves open, with the field to fill. */
export interface NoticeGap {
  readonly section: string;
  readonly record: SourceRecord;
  readonly id: string;
  readonly title: Words;
  readonly field: string;
}

/** The record in which an open point of a purpose is filled. */
function gapPlace(
  field: string,
  application: ApplicationFacts,
  purpose: PurposeFacts,
): Omit<NoticeGap, 'section' | 'field'> {
  // Whether data must be given is said on the notice itself: the register has no field of it.
  if (field === 'provision') return { record: 'privacyNotice', id: purpose.id, title: purpose.title };
  if (field === 'dataMapping') return { record: 'application', id: application.id, title: same(application.name) };
  return { record: 'purpose', id: purpose.id, title: purpose.title };
}

/** What of the act the register leaves open: a notice with any is not published. */
export function noticeGaps(facts: NoticeFacts): NoticeGap[] {
  const purposes = facts.applications.flatMap((application) => [
    ...(application.source
      ? []
      : [
          {
            section: '25',
            record: 'application' as const,
            id: application.id,
            title: same(application.name),
            field: 'dataSource',
          },
        ]),
    ...(application.purposes.length > 0
      ? []
      : [
          {
            section: '23(1)',
            record: 'application' as const,
            id: application.id,
            title: same(application.name),
            field: 'purposes',
          },
        ]),
    ...application.purposes.flatMap((purpose) =>
      openPoints(purpose).map(({ section, field }) => ({
        section,
        ...gapPlace(field, application, purpose),
        field,
      })),
    ),
  ]);
  const unnamed = missingRights(facts).map((code) => ({
    section: '23(6)',
    record: 'privacyNotice' as const,
    id: facts.id,
    title: RIGHT_PHRASES[code],
    field: `rights.${code}`,
  }));
  const twice = new Set<string>();
  const elsewhere = new Set<string>(facts.elsewhere.filter((one) => one.isInForce).map(({ section }) => section));
  return [...purposes, ...unnamed].filter(({ section, record, id, field }) => {
    if (elsewhere.has(section)) return false;
    const key = `${record} ${id} ${field}`;
    return !twice.has(key) && twice.add(key);
  });
}

/** Rights that apply and that the notice does not name. */
const missingRights = (facts: NoticeFacts): RightCode[] => {
  const owed = rightsOwed(purposesOf(facts));
  return RIGHT_CODES.filter((code) => owed.has(code) && !facts.rights.codes.includes(code));
};

/** Points of the act that a notice answers, each with the sentences that do. */
const POINTS: readonly { section: (typeof NOTICE_POINTS)[number]; answers: (sentence: Sentence) => boolean }[] = [
  { section: '23(1)', answers: ({ source: { field } }) => field === 'lawfulBases' || field === 'sensitiveExemptions' },
  { section: '23(2)', answers: ({ source: { field } }) => field === 'provision' },
  {
    section: '23(3)',
    answers: ({ source: { field } }) => field === 'piiCategories' || field === 'retention',
  },
  {
    section: '23(4)',
    answers: ({ source: { field }, section }) =>
      section === '23(4)' && (field === 'thirdParties' || field === 'internalApplications'),
  },
  { section: '23(5)', answers: ({ section }) => section === '23(5)' },
  { section: '23(6)', answers: ({ source: { field } }) => /^(rights|link|requestContact)$/.test(field) },
  { section: '25', answers: ({ source: { field } }) => field === 'dataSource' },
  { section: '28', answers: ({ key }) => TRANSFER.test(key) },
];

export interface NoticePoint {
  readonly section: string;
  /** `none`: nothing in the register makes it a matter of this notice. */
  readonly state: 'complete' | 'open' | 'none';
  /** Sentences that answer it. */
  readonly keys: readonly string[];
}

/** Sections 23, 25 and 28 point by point, with the place in the text. */
export function noticePoints(parts: readonly NoticePart[], gaps: readonly NoticeGap[]): NoticePoint[] {
  const sentences = parts.flatMap((part) => part.sentences);
  return POINTS.map(({ section, answers }) => {
    const isElsewhere = (sentence: Sentence) => sentence.source.field === 'elsewhere' && sentence.section === section;
    const keys = sentences.filter((one) => answers(one) || isElsewhere(one)).map(({ key }) => key);
    const isOpen = gaps.some((gap) => gap.section === section);
    return { section, state: isOpen ? 'open' : keys.length > 0 ? 'complete' : 'none', keys };
  });
}

export type { Source };
