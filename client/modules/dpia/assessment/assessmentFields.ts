import { dataRiskLevelOf } from '../../../../shared/dpia/decision.ts';
import type { FieldDescriptor, Words } from '../../../records/fields.ts';
import { membersOf } from '../../../records/members.ts';
import type { Content, FormValues, FormWorstCase } from './content.ts';
import { dayIn, type MemberField, WORST_CASE, worstCaseIn } from './worstCaseFields.ts';
import { nameIn } from '../../../../shared/locale.ts';

type Field = FieldDescriptor<Content>;

const yesNoIn = (value: boolean | null): boolean | string => value ?? '';

type Consultation = FormValues['consultation']['internal'][number];
const CONSULTATION: readonly MemberField<Consultation>[] = [
  { key: 'who', kind: 'bilingual', section: 'title', read: ({ member }) => member.who },
  { key: 'on', kind: 'day', section: 'title', read: ({ member }, words) => dayIn(member.on, words) },
  { key: 'opinion', kind: 'bilingualText', section: 'title', read: ({ member }) => member.opinion },
  {
    key: 'fileIds',
    kind: 'set',
    section: 'title',
    read: ({ member, content }, words) => filesIn(member.fileIds, content, words).join('\n'),
  },
];
/** Names of files; a file uploaded by another user whose name is not loaded yet has none. */
const filesIn = (ids: readonly string[], { names }: Content, { t }: Words): string[] =>
  ids.map((id) => names.get(id) ?? t('ui:file.unknown'));

const consultation = (side: 'internal' | 'external'): Field => ({
  key: `consultation.${side}`,
  kind: 'list',
  section: 'title',
  label: `field.${side}`,
  initial: [[]],
  read: (content, words) =>
    content.values.consultation[side]
      .map(({ who, on, opinion, fileIds }) =>
        [nameIn(words, who), dayIn(on, words), nameIn(words, opinion), ...filesIn(fileIds, content, words)].filter(
          Boolean,
        ),
      )
      .map((parts) => parts.join(' · '))
      .join('\n'),
  members: membersOf<Content, Consultation>({
    by: 'id',
    list: ({ values }) => values.consultation?.[side],
    name: ({ who }, _, words) => nameIn(words, who) || words.t(`field.${side}`),
    fields: CONSULTATION,
  }),
});

const TITLE: readonly Field[] = [
  { key: 'name', kind: 'line', section: 'title', inSummary: true, read: ({ values }) => values.name },
  { key: 'reason', kind: 'text', section: 'title', read: ({ values }) => values.reason },
  { key: 'application', kind: 'line', section: 'title', paths: [], read: ({ register }) => register.name },
  { key: 'description', kind: 'bilingualText', section: 'title', read: ({ values }) => values.description },
  consultation('internal'),
  consultation('external'),
  { key: 'dpoOpinion', kind: 'bilingualText', section: 'title', read: ({ values }) => values.dpoOpinion },
  { key: 'subjectOpinion', kind: 'bilingualText', section: 'title', read: ({ values }) => values.subjectOpinion },
  {
    key: 'reviewOn',
    kind: 'day',
    section: 'title',
    inSummary: true,
    read: ({ values }, words) => dayIn(values.reviewOn, words),
  },
  {
    key: 'reviewerId',
    kind: 'line',
    section: 'title',
    read: ({ values: { reviewerId }, names }) => (reviewerId && names.get(reviewerId)) ?? '',
  },
];

type MetCriterion = FormValues['criteria'][number];
type DataRiskAnswer = FormValues['dataRisk'][number];
type PurposeJudgement = FormValues['purposes'][number];
type ItemJudgement = FormValues['items'][number];

const questionIn = ({ framework }: Content, id: string, words: Words): string =>
  nameIn(words, framework.dataRisk.flatMap(({ questions }) => questions).find((one) => one.id === id)?.text);
const purposeIn = ({ register }: Content, id: string, words: Words): string =>
  nameIn(words, register.purposes.find((one) => one.id === id)?.content.title) || words.t('purpose.removed');
const itemIn = ({ framework }: Content, id: string, words: Words): string =>
  nameIn(words, framework.items.find((one) => one.id === id)?.title);

const DATA_RISK: readonly Field[] = [
  {
    key: 'criteria',
    kind: 'list',
    section: 'data',
    read: ({ values }, { t }) =>
      values.criteria
        .map(({ code, note }) => [t(`criterion.${code}.name`), note].filter(Boolean).join(': '))
        .join('\n'),
    members: membersOf<Content, MetCriterion>({
      by: 'code',
      list: ({ values }) => values.criteria,
      name: ({ code }, _, { t }) => t(`criterion.${code}.name`),
      nameOf: (code, _, { t }) => t(`criterion.${code}.name`),
      fields: [{ key: 'note', kind: 'line', section: 'data', read: ({ member }) => member.note }],
    }),
  },
  {
    key: 'dataRiskLevel',
    kind: 'number',
    section: 'data',
    paths: [],
    inSummary: true,
    applies: ({ framework }) => framework.variant === 'CURRENT',
    read: ({ values, framework }) => String(dataRiskLevelOf(framework.dataRisk, values.dataRisk) ?? ''),
  },
  {
    key: 'dataRisk',
    kind: 'list',
    section: 'data',
    read: (content, words) =>
      content.values.dataRisk
        .map(({ questionId, answer, note }) =>
          [questionIn(content, questionId, words), words.t(`answer.${answer}`), note].filter(Boolean).join(' · '),
        )
        .join('\n'),
    members: membersOf<Content, DataRiskAnswer>({
      by: 'questionId',
      list: ({ values }) => values.dataRisk,
      name: ({ questionId }, content, words) => questionIn(content, questionId, words),
      nameOf: (questionId, content, words) => questionIn(content, questionId, words),
      fields: [
        { key: 'answer', kind: 'choice', section: 'data', read: ({ member }, { t }) => t(`answer.${member.answer}`) },
        { key: 'note', kind: 'line', section: 'data', read: ({ member }) => member.note },
      ],
    }),
  },
  { key: 'lawfulBasis', kind: 'yesNo', section: 'data', read: ({ values }) => yesNoIn(values.lawfulBasis) },
  { key: 'lawfulBasisNote', kind: 'text', section: 'data', read: ({ values }) => values.lawfulBasisNote },
  {
    key: 'purposes',
    kind: 'list',
    section: 'data',
    read: (content, words) =>
      content.values.purposes
        .map((one) => [
          purposeIn(content, one.purposeId, words),
          ...(one.necessary === null ? [] : [words.t(one.necessary ? 'purpose.isNecessary' : 'purpose.notNecessary')]),
          one.necessity,
          ...(one.proportionate === null
            ? []
            : [words.t(one.proportionate ? 'purpose.isProportionate' : 'purpose.notProportionate')]),
          one.proportionality,
        ])
        .map((parts) => parts.filter(Boolean).join('\n   '))
        .join('\n'),
    members: membersOf<Content, PurposeJudgement>({
      by: 'purposeId',
      list: ({ values }) => values.purposes,
      name: ({ purposeId }, content, words) => purposeIn(content, purposeId, words),
      fields: [
        { key: 'necessary', kind: 'yesNo', section: 'data', read: ({ member }) => yesNoIn(member.necessary) },
        { key: 'necessity', kind: 'text', section: 'data', read: ({ member }) => member.necessity },
        { key: 'proportionate', kind: 'yesNo', section: 'data', read: ({ member }) => yesNoIn(member.proportionate) },
        { key: 'proportionality', kind: 'text', section: 'data', read: ({ member }) => member.proportionality },
      ],
    }),
    problemLabel: ([place], words) =>
      typeof place === 'number' ? words.t('problem.purpose', { number: place + 1 }) : undefined,
  },
];

const answerIn = ({ answer, note }: ItemJudgement, { t }: Words): string =>
  [answer === null ? '' : t(`item.${answer}`), note].filter(Boolean).join(' · ');

const IMPACT: readonly Field[] = [
  {
    key: 'items',
    kind: 'list',
    section: 'impact',
    read: (content, words) =>
      content.values.items
        .filter(({ answer, note }) => answer !== null || note !== '')
        .map((one) => `${itemIn(content, one.itemId, words)}: ${answerIn(one, words)}`)
        .join('\n'),
    members: membersOf<Content, ItemJudgement>({
      by: 'itemId',
      list: ({ values }) => values.items,
      name: ({ itemId }, content, words) => itemIn(content, itemId, words),
      fields: [
        {
          key: 'answer',
          kind: 'choice',
          section: 'impact',
          label: 'item.answer',
          read: ({ member }, { t }) => (member.answer === null ? '' : t(`item.${member.answer}`)),
        },
        { key: 'note', kind: 'text', section: 'impact', read: ({ member }) => member.note },
      ],
    }),
    problemLabel: ([place], words) =>
      typeof place === 'number' ? words.t('problem.item', { number: place + 1 }) : undefined,
  },
  {
    key: 'worstCases',
    kind: 'list',
    section: 'impact',
    read: (content, words) =>
      content.values.worstCases.map((one, place) => `${place + 1}. ${worstCaseIn(one, content, words)}`).join('\n\n'),
    members: membersOf<Content, FormWorstCase>({
      by: 'id',
      list: ({ values }) => values.worstCases,
      name: ({ title }, _, words) => nameIn(words, title),
      fields: WORST_CASE,
    }),
    problemLabel: ([place, ...rest], words) => {
      if (typeof place !== 'number') return undefined;
      const field = WORST_CASE.find(({ key }) => rest.join('.').startsWith(key));
      return words.t('problem.worstCase', { number: place + 1, field: field ? words.t(field.label as string) : '' });
    },
  },
];

/** All fields of an assessment, in the order of its tabs. */
export const ASSESSMENT_FIELDS: readonly Field[] = [...TITLE, ...DATA_RISK, ...IMPACT];
