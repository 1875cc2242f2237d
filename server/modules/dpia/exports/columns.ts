import { riskLevel, scoreOf } from '../../../../shared/dpia/risk.ts';
import type { RiskPoint } from '../../../../shared/dpia/risk.ts';
import type { ScaleLevel } from '../../../../shared/dpia/framework.ts';
import { type Locale, nameIn } from '../../../../shared/locale.ts';
import type { Bilingual } from '../../../../shared/text.ts';
import type { Column } from '../../../platform/exports/sheet.ts';
import { translate } from '../../../platform/i18n.ts';
import type { DraftedDpia } from '../queries.ts';

type WorstCase = DraftedDpia['draft']['worstCases'][number];
type Consultation = DraftedDpia['draft']['consultation']['internal'][number];
export interface WorstCaseLine {
  readonly dpia: DraftedDpia;
  readonly worstCase: WorstCase;
  readonly number: number;
}
export interface ConsultationLine {
  readonly dpia: DraftedDpia;
  readonly side: 'internal' | 'external';
  readonly consultation: Consultation;
}

const dateOf = (at: string | null): Date | null => (at ? new Date(at) : null);

/** Texts of the sheets, in the language of the document. */
const wordsOf = (locale: Locale) => {
  const t = (key: string) => translate(locale, key);
  return {
    t,
    own: (value: Bilingual): string => nameIn({ locale }, value),
    risk: (level: string | null) => t(`dpiaAssessment:risk.${level ?? 'none'}`),
  };
};

/** One row for each assessment. */
export function dpiaColumns(locale: Locale): Column<DraftedDpia>[] {
  const { t, risk } = wordsOf(locale);
  const column = (
    key: string,
    header: string,
    width: number,
    value: Column<DraftedDpia>['value'],
    type?: Column<DraftedDpia>['type'],
  ): Column<DraftedDpia> => ({ key, header: t(header), width, value, ...(type && { type }) });
  type Rest = Parameters<typeof column> extends [string, string, ...infer Left] ? Left : never;
  const listed = (key: string, ...rest: Rest) => column(key, `dpiaList:column.${key}`, ...rest);
  const own = (key: string, ...rest: Rest) => column(key, `dpiaSheet:${key}`, ...rest);
  return [
    listed('name', 40, ({ name }) => name),
    own('variant', 22, ({ variant }) => t(`dpiaList:title.${variant}`)),
    listed('application', 32, ({ application }) => application.name),
    listed('status', 16, ({ status }) => t(`dpiaAssessment:status.${status}`)),
    listed('treatmentStatus', 20, (one) => one.treatmentStatus && t(`dpiaAssessment:treatment.${one.treatmentStatus}`)),
    listed('required', 18, ({ required }) => t(`dpiaList:required.${required}`)),
    own('reason', 50, ({ draft }) => draft.reason),
    listed('dataRiskLevel', 16, ({ dataRiskLevel }) => dataRiskLevel, 'number'),
    listed('initialRisk', 16, ({ initialRisk }) => risk(initialRisk)),
    listed('residualRisk', 16, ({ residualRisk }) => risk(residualRisk)),
    own('worstCases', 16, ({ draft }) => draft.worstCases.length, 'number'),
    own('publishedVersion', 14, ({ publishedVersion }) => publishedVersion || null, 'number'),
    column('registerChangedAt', 'dpiaList:changed', 18, (one) => dateOf(one.registerChangedAt), 'dateTime'),
    listed('reviewer', 24, ({ reviewer }) => reviewer?.name),
    listed('reviewOn', 14, ({ reviewOn }) => dateOf(reviewOn), 'date'),
    own('updatedAt', 18, ({ updatedAt }) => dateOf(updatedAt), 'dateTime'),
    own('updatedBy', 24, ({ updatedBy }) => updatedBy?.name),
  ];
}

/** One row for each worst case, with levels in the terms of the assessment's scale. */
export function worstCaseColumns(locale: Locale): Column<WorstCaseLine>[] {
  const { t, own, risk } = wordsOf(locale);
  const level = (levels: readonly ScaleLevel[], wanted: number | null): string => {
    const found = levels.find((one) => one.level === wanted);
    return found ? `${found.level} ${own(found.title)}` : '';
  };
  const ofPoint = (key: 'initial' | 'residual', point: (line: WorstCaseLine) => RiskPoint): Column<WorstCaseLine>[] => [
    {
      key: `${key}Likelihood`,
      header: t(`dpiaSheet:${key}.likelihood`),
      width: 20,
      value: (line) => level(line.dpia.framework.scale.likelihood, point(line).likelihood),
    },
    {
      key: `${key}Impact`,
      header: t(`dpiaSheet:${key}.impact`),
      width: 20,
      value: (line) => level(line.dpia.framework.scale.impact, point(line).impact),
    },
    {
      key: `${key}Score`,
      header: t(`dpiaSheet:${key}.score`),
      width: 12,
      type: 'number',
      value: (line) => scoreOf(point(line)),
    },
    {
      key: `${key}Risk`,
      header: t(`dpiaSheet:${key}.risk`),
      width: 14,
      value: (line) => risk(riskLevel(point(line), line.dpia.framework.scale.bands)),
    },
  ];
  const texts = (lines: readonly { text: string }[]): string[] => lines.map(({ text }) => text);
  return [
    { key: 'name', header: t('dpiaList:column.name'), width: 36, value: ({ dpia }) => dpia.name },
    { key: 'number', header: t('dpiaSheet:number'), width: 8, type: 'number', value: ({ number }) => number },
    { key: 'title', header: t('dpiaSheet:worstCase'), width: 40, value: ({ worstCase }) => own(worstCase.title) },
    { key: 'sources', header: t('dpiaSheet:sources'), width: 30, value: ({ worstCase }) => texts(worstCase.sources) },
    { key: 'threats', header: t('dpiaSheet:threats'), width: 30, value: ({ worstCase }) => texts(worstCase.threats) },
    { key: 'impacts', header: t('dpiaSheet:impacts'), width: 30, value: ({ worstCase }) => texts(worstCase.impacts) },
    ...ofPoint('initial', ({ worstCase }) => worstCase.initial),
    {
      key: 'measures',
      header: t('dpiaSheet:measures'),
      width: 30,
      value: ({ worstCase }) => texts(worstCase.measures),
    },
    ...ofPoint('residual', ({ worstCase }) => worstCase.residual),
    {
      key: 'method',
      header: t('dpiaAssessment:plan.method'),
      width: 20,
      value: ({ worstCase: { treatment } }) => treatment?.method && t(`dpiaAssessment:method.${treatment.method}`),
    },
    {
      key: 'detail',
      header: t('dpiaAssessment:plan.detail'),
      width: 40,
      value: ({ worstCase }) => worstCase.treatment?.detail,
    },
    {
      key: 'expectedOn',
      header: t('dpiaAssessment:plan.expectedOn'),
      width: 14,
      type: 'date',
      value: ({ worstCase }) => dateOf(worstCase.treatment?.expectedOn ?? null),
    },
  ];
}

/** One row for each consultation. */
export function consultationColumns(locale: Locale): Column<ConsultationLine>[] {
  const { t, own } = wordsOf(locale);
  return [
    { key: 'name', header: t('dpiaList:column.name'), width: 36, value: ({ dpia }) => dpia.name },
    { key: 'side', header: t('dpiaSheet:side'), width: 16, value: ({ side }) => t(`dpiaSheet:sides.${side}`) },
    { key: 'who', header: t('dpiaSheet:who'), width: 30, value: ({ consultation }) => own(consultation.who) },
    {
      key: 'on',
      header: t('dpiaSheet:on'),
      width: 14,
      type: 'date',
      value: ({ consultation }) => dateOf(consultation.on),
    },
    {
      key: 'opinion',
      header: t('dpiaSheet:opinion'),
      width: 60,
      value: ({ consultation }) => own(consultation.opinion),
    },
  ];
}
