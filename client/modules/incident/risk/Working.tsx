import { useTranslation } from 'react-i18next';
import type { SeverityWorking } from '../../../../shared/incident/severity.ts';
import { chakra, StatusTag } from '../../../ui/index.ts';
import type { Tone } from '../../../colors.ts';

const SEVERITY_TONES: Record<SeverityWorking['level'], Tone> = {
  LOW: 'ok',
  MEDIUM: 'info',
  HIGH: 'warn',
  VERY_HIGH: 'warn',
};

/** A number in the notation of the method: 0.25, 3, 3.5. */
export const figure = (value: number): string => String(Math.round(value * 100) / 100);

/** The calculation of a severity in one line, part by part, and its result. */
export function Working({ working }: { working: SeverityWorking }) {
  const { t } = useTranslation(['incidentRisk', 'incident']);
  const { context, identification, circumstances, score, level, suggested } = working;
  return (
    <chakra.div display="grid" gap="2" data-score={figure(score)}>
      <chakra.div display="flex" flexWrap="wrap" alignItems="end" gap="2" fontVariantNumeric="tabular-nums">
        <Part name={t('working.context')} value={context} />
        <Sign>×</Sign>
        <Part name={t('working.identification')} value={identification} />
        <Sign>+</Sign>
        <Part name={t('working.circumstances')} value={circumstances} />
        <Sign>=</Sign>
        <Part name={t('working.score')} value={score} strong />
        <chakra.span pb="1">
          <StatusTag tone={SEVERITY_TONES[level]}>{t(`severity.${level}`)}</StatusTag>
        </chakra.span>
      </chakra.div>
      <chakra.p textStyle="dense">{t('working.suggests', { level: t(`incident:riskLevel.${suggested}`) })}</chakra.p>
    </chakra.div>
  );
}

function Part({ name, value, strong = false }: { name: string; value: number; strong?: boolean }) {
  return (
    <chakra.span display="grid" justifyItems="center" minWidth="3.5rem">
      <chakra.span textStyle="small" color="muted">
        {name}
      </chakra.span>
      <chakra.span textStyle={strong ? 'heading' : 'title'} fontWeight={strong ? 'semibold' : 'normal'}>
        {figure(value)}
      </chakra.span>
    </chakra.span>
  );
}

function Sign({ children }: { children: string }) {
  return (
    <chakra.span textStyle="title" color="muted">
      {children}
    </chakra.span>
  );
}
