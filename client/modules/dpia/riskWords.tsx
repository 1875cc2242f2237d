import { useTranslation } from 'react-i18next';
import type { RiskLevel } from '../../../shared/dpia/risk.ts';
import type { ColorName, Tone } from '../../colors.ts';
import { StatusTag } from '../../ui/index.ts';

/** What each level of risk looks like; the words say it too. */
const RISK_TONES: Readonly<Record<RiskLevel, Tone>> = {
  LOW: 'ok',
  MEDIUM: 'live',
  HIGH: 'warn',
  EXTREME: 'danger',
};

/** Ground and text of a cell of that level. */
export const RISK_COLOURS: Readonly<Record<RiskLevel, { bg: ColorName; color: ColorName }>> = {
  LOW: { bg: 'ok.soft', color: 'ok.text' },
  MEDIUM: { bg: 'live.soft', color: 'live.text' },
  HIGH: { bg: 'warn.soft', color: 'warn.text' },
  EXTREME: { bg: 'danger.soft', color: 'danger.text' },
};

/** A level of risk by word, sign and colour; null: nobody has judged it. */
export function RiskTag({ level }: { level: RiskLevel | null }) {
  const { t } = useTranslation('dpiaAssessment');
  return (
    <StatusTag tone={level === null ? 'neutral' : RISK_TONES[level]}>
      {level === null ? t('risk.none') : t(`risk.${level}`)}
    </StatusTag>
  );
}
