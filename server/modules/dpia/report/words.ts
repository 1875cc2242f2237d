import { highestRisk, type RiskLevel } from '../../../../shared/dpia/risk.ts';
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
  const number = (value: number): string => value.toLocaleString(locale === 'th' ? 'th-TH' : 'en-GB');
  const risk = (level: RiskLevel | null) =>
    level === null
      ? { text: assessment('risk.none'), mark: 'muted' as const }
      : { text: assessment(`risk.${level}`), mark: MARKS[level] };
  return {
    locale,
    t,
    assessment,
    text: (value: Bilingual): string => nameIn({ locale }, value),
    number,
    day: (day: string | null): string => (day ? dayText(locale, day) : ''),
    time: (at: string): string => timeText(locale, new Date(at)),
    yesNo: (value: boolean | null): string => (value === null ? t('notJudged') : t(value ? 'yes' : 'no')),
    risk,
    /** The highest level of several worst cases; while some are not assessed, with how many are. */
    highest: (levels: readonly (RiskLevel | null)[]): ReturnType<typeof risk> => {
      const { text, mark } = risk(highestRisk(levels));
      const assessed = levels.filter((level) => level !== null).length;
      return assessed === 0 || assessed === levels.length
        ? { text, mark }
        : { text: t('soFar', { level: text, assessed: number(assessed), total: number(levels.length) }), mark };
    },
  };
};
export type ReportWords = ReturnType<typeof reportWords>;
