import { dataOf, groupsOf } from '../../../../shared/dpia/registerFacts.ts';
import { riskLevel } from '../../../../shared/dpia/risk.ts';
import type { Locale } from '../../../../shared/locale.ts';
import { facts, heading, list, paragraph, type ReportDocument } from '../../../platform/documents/document.ts';
import type { ReportFacts } from './facts.ts';
import { reportWords } from './words.ts';

/**
 * What an organisation can publish of an assessment: processing and purposes, risks and their levels, and measures. No
 * people, no recipients, nothing that helps an attacker.
 */
export function publicSummary({ content, version, at, organization }: ReportFacts, locale: Locale): ReportDocument {
  const { t, assessment, text, time, day, highest, number } = reportWords(locale);
  const { draft, framework, register } = content;
  const { bands } = framework.scale;
  const residual = highest(draft.worstCases.map((one) => riskLevel(one.residual, bands)));
  const names = (of: readonly { name: { th: string; en: string } }[]) => [...new Set(of.map(({ name }) => text(name)))];
  return {
    locale,
    title: t('public.title'),
    subtitle: register.name,
    meta: [
      { label: t('meta.organization'), value: organization },
      { label: t('meta.version'), value: version > 0 ? number(version) : t('draft') },
      { label: t(version > 0 ? 'meta.publishedAt' : 'meta.changedAt'), value: time(at) },
    ],
    ...(version === 0 && { watermark: t('draft') }),
    footer: `${t('public.title')} · ${register.name}`,
    blocks: [
      paragraph(t('public.lead')),
      heading(1, t('public.processing')),
      facts([
        { label: t('public.purposes'), value: register.purposes.map((purpose) => text(purpose.content.title)) },
        { label: t('public.subjects'), value: names(groupsOf(register)) },
        { label: t('public.data'), value: names(dataOf(register)) },
      ]),
      heading(1, t('public.risks')),
      list(draft.worstCases.map(({ title }) => text(title))),
      facts([{ label: t('public.residual'), value: residual }]),
      heading(1, t('public.opinions')),
      facts([
        { label: assessment('field.dpoOpinion'), value: text(draft.dpoOpinion) },
        { label: assessment('field.subjectOpinion'), value: text(draft.subjectOpinion) },
        { label: assessment('field.reviewOn'), value: day(draft.reviewOn) },
      ]),
    ],
  };
}
