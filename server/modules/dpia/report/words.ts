import type { RiskLevel } from '../../../../shared/dpia/risk.ts';
import { type Locale, nameIn } from '../../../../shared/locale.ts';
import type { Bilingual } from '../../../../shared/text.ts';
import type { Mark } from '../../../platform/documents/document.ts';
import { dayText, timeText } from '../../../platform/dateTexts.ts';
import { translate } from '../../../platform/i18n.ts';

/** The appearance of a risk level; a word states it too. */
const MARKS: Readonly<Record<RiskLevel, Mark>> = { LOW: 'ok', MEDIUM: 'muted', HIGH: 'warn', EXTREME: 'danger' };

/**
 * Texts for reports of assessments. Texts of the page of an assessment are looked up with `assessment`, those of other
 * namespaces with their name before a colon.
 */
export const reportWords = (locale: Locale) => {
  const t = (key: string, values?: Record<string, unknown>): string =>
    translate(locale, key.includes(':') ? key : `dpiaReport:${key}`, values);
  const assessment = (key: string, values?: Record<string, unknown>): string => t(`dpiaAssessment:${key}`, values);
  return {
    locale,
    t,
    assessment,
    text: (value: Bilingual): string => nameIn({ locale }, value),
    number: (value: number): string => value.toLocaleString(locale === 'th' ? 'th-TH' : 'en-GB'),
    day: (day: string | null): string => (day ? dayText(locale, day) : ''),
    time: (at: string): string => timeText(locale, new Date(at)),
    yesNo: (value: boolean | null): string => (value === null ? t('notJudged') : t(value ? 'yes' : 'no')),
    risk: (level: RiskLevel | null) =>
      level === null
        ? { text: assessment('risk.none'), mark: 'muted' as const }
        : { text: assessment(`risk.${level}`), mark: MARKS[level] },
  };
};
export type ReportWords = ReturnType<typeof reportWords>;
