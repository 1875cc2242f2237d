import { type Block, heading, pageBreak, type ReportDocument } from '../../../platform/documents/document.ts';
import { ANNEXES } from './annexes.ts';
import type { ReportFacts } from './facts.ts';
import { SECTIONS } from './sections.ts';
import { reportWords } from './words.ts';

/** A part of a report under its heading. */
export interface ReportSection {
  readonly title: string;
  readonly blocks: Block[];
}

/** The parts of the report of an assessment, then its annexes. In Thai only, as specified. */
export function reportSections(facts: ReportFacts): { sections: ReportSection[]; annexes: ReportSection[] } {
  const words = reportWords('th');
  const parts = (of: typeof SECTIONS | typeof ANNEXES, group: 'section' | 'annex') =>
    Object.entries(of).map(([key, make], index) => ({
      title: words.t('numbered', {
        number: group === 'annex' ? words.t('annexNumber', { number: index + 1 }) : `${index + 1}.`,
        title: words.t(`${group}.${key}`),
      }),
      blocks: make(facts, words),
    }));
  return { sections: parts(SECTIONS, 'section'), annexes: parts(ANNEXES, 'annex') };
}

/** The report as pages. @param issue when, and by whom */
export function reportDocument(facts: ReportFacts, issue: { at: Date; by: string }): ReportDocument {
  const { t, time, number } = reportWords('th');
  const { sections, annexes } = reportSections(facts);
  const { draft, register } = facts.content;
  const version = facts.version > 0 ? number(facts.version) : t('draft');
  const blocks = (parts: readonly ReportSection[], level: 1 | 2): Block[] =>
    parts.flatMap((part) => [heading(level, part.title), ...part.blocks]);
  return {
    locale: 'th',
    title: t('title'),
    subtitle: draft.name,
    meta: [
      { label: t('meta.organization'), value: facts.organization },
      { label: t('meta.workspace'), value: facts.workspace },
      { label: t('meta.application'), value: register.name },
      { label: t('meta.version'), value: version },
      { label: t(facts.version > 0 ? 'meta.publishedAt' : 'meta.changedAt'), value: time(facts.at) },
      { label: t('sign.preparedBy'), value: facts.preparedBy },
      { label: t('meta.issuedAt'), value: time(issue.at.toISOString()) },
      { label: t('meta.issuedBy'), value: issue.by },
    ],
    ...(facts.version === 0 && { watermark: t('draft') }),
    footer: `${t('short')} · ${draft.name} · ${t('meta.version')} ${version}`,
    blocks: [...blocks(sections, 1), pageBreak(), heading(1, t('annexes')), ...blocks(annexes, 2)],
  };
}
