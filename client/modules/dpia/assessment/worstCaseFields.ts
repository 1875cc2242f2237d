import { type RiskPoint, riskLevel, scoreOf } from '../../../../shared/dpia/risk.ts';
import { formatDate } from '../../../format.ts';
import type { FieldDescriptor, Words } from '../../../records/fields.ts';
import type { Content, FormWorstCase } from './content.ts';
import { nameIn } from '../../../../shared/locale.ts';

export type MemberField<Member> = FieldDescriptor<{ member: Member; content: Content }>;

const linesIn = (lines: readonly { text: string }[]): string => lines.map(({ text }) => text).join('\n');
const namesIn = (ids: readonly string[], { names }: Content): string => ids.map((id) => names.get(id) ?? id).join('\n');
export const dayIn = (day: string | null, { locale }: Words): string => (day === null ? '' : formatDate(day, locale));

/** A risk as text: both levels, the score and its band. */
function riskIn(point: RiskPoint, { framework }: Pick<Content, 'framework'>, { t }: Words): string {
  const level = riskLevel(point, framework.scale.bands);
  if (level === null) return '';
  return t('map.point', { ...point, score: scoreOf(point), level: t(`risk.${level}`) });
}

/** All fields of a worst case. */
export const WORST_CASE: readonly MemberField<FormWorstCase>[] = [
  { key: 'title', kind: 'bilingual', section: 'impact', label: 'worst.title', read: ({ member }) => member.title },
  {
    key: 'description',
    kind: 'bilingualText',
    section: 'impact',
    label: 'worst.description',
    read: ({ member }) => member.description,
  },
  {
    key: 'sources',
    kind: 'set',
    section: 'impact',
    label: 'worst.sources',
    read: ({ member }) => linesIn(member.sources),
  },
  {
    key: 'threats',
    kind: 'set',
    section: 'impact',
    label: 'worst.threats',
    read: ({ member }) => linesIn(member.threats),
  },
  {
    key: 'impacts',
    kind: 'set',
    section: 'impact',
    label: 'worst.impacts',
    read: ({ member }) => linesIn(member.impacts),
  },
  {
    key: 'problematicActions',
    kind: 'set',
    section: 'impact',
    label: 'worst.problematicActions',
    read: ({ member }, { t }) => member.problematicActions.map((one) => t(`action.${one}`)).join('\n'),
  },
  {
    key: 'initial',
    kind: 'group',
    section: 'impact',
    label: 'tier.initial',
    read: ({ member, content }, words) => riskIn(member.initial, content, words),
  },
  {
    key: 'securityMeasureIds',
    kind: 'set',
    section: 'impact',
    label: 'worst.securityMeasureIds',
    read: ({ member, content }) => namesIn(member.securityMeasureIds, content),
  },
  {
    key: 'measures',
    kind: 'set',
    section: 'impact',
    label: 'worst.measures',
    read: ({ member }) => linesIn(member.measures),
  },
  {
    key: 'residual',
    kind: 'group',
    section: 'impact',
    label: 'tier.residual',
    read: ({ member, content }, words) => riskIn(member.residual, content, words),
  },
  {
    key: 'carried',
    kind: 'yesNo',
    section: 'impact',
    label: 'worst.carried',
    read: ({ member }) => member.carried ?? '',
  },
  {
    key: 'treatment.method',
    kind: 'choice',
    section: 'plan',
    label: 'plan.method',
    read: ({ member }, { t }) => (member.treatment.method === null ? '' : t(`method.${member.treatment.method}`)),
  },
  {
    key: 'treatment.detail',
    kind: 'text',
    section: 'plan',
    label: 'plan.detail',
    read: ({ member }) => member.treatment.detail,
  },
  {
    key: 'treatment.measures',
    kind: 'set',
    section: 'plan',
    label: 'plan.measures',
    read: ({ member }) => linesIn(member.treatment.measures),
  },
  {
    key: 'treatment.expected',
    kind: 'group',
    section: 'plan',
    label: 'tier.expected',
    read: ({ member, content }, words) => riskIn(member.treatment.expected, content, words),
  },
  {
    key: 'treatment.expectedOn',
    kind: 'day',
    section: 'plan',
    label: 'plan.expectedOn',
    read: ({ member }, words) => dayIn(member.treatment.expectedOn, words),
  },
  {
    key: 'treatment.responsibleId',
    kind: 'choice',
    section: 'plan',
    label: 'plan.responsibleId',
    read: ({ member, content }) =>
      namesIn(member.treatment.responsibleId ? [member.treatment.responsibleId] : [], content),
  },
];

/** A complete worst case as text, one field per line. */
export function worstCaseIn(member: FormWorstCase, content: Content, words: Words): string {
  const facts = WORST_CASE.slice(1).flatMap(({ label, read }) => {
    const text = read({ member, content }, words);
    const line = typeof text === 'object' ? nameIn(words, text) : text;
    return line ? [`   ${words.t(label as string)}: ${line}`] : [];
  });
  return [nameIn(words, member.title), ...facts].join('\n');
}
