import { useTranslation } from 'react-i18next';
import type { RiskLevel } from '../../../shared/dpia/risk.ts';
import type { ColorName, Tone } from '../../colors.ts';
import { StatusTag } from '../../ui/index.ts';

/** The tone of each risk level; the level is also displayed as text. */
const RISK_TONES: Readonly<Record<RiskLevel, Tone>> = {
  LOW: 'ok',
  MEDIUM: 'live',
  HIGH: 'warn',
  EXTREME: 'danger',
};

/** Background and text colour of a cell of that level. */
export const RISK_COLOURS: Readonly<Record<RiskLevel, { bg: ColorName; color: ColorName }>> = {
  LOW: { bg: 'ok.soft', color: 'ok.text' },
  MEDIUM: { bg: 'live.soft', color: 'live.text' },
  HIGH: { bg: 'warn.soft', color: 'warn.text' },
  EXTREME: { bg: 'danger.soft', color: 'danger.text' },
};

/** A risk level as word, icon and colour; null: not assessed. */
export function RiskTag({ level }: { level: RiskLevel | null }) {
  const { t } = useTranslation('dpiaAssessment');
  return (
    <StatusTag tone={level === null ? 'neutral' : RISK_TONES[level]}>
      {level === null ? t('risk.none') : t(`risk.${level}`)}
    </StatusTag>
  );
}
