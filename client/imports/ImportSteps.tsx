import { Check } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { chakra, VisuallyHidden } from '../ui/index.ts';

export type ImportStep = 'file' | 'columns' | 'values' | 'check' | 'done';
const STEPS: readonly ImportStep[] = ['file', 'columns', 'values', 'check', 'done'];
const Step = chakra('li', {
  base: {
    display: 'flex',
    alignItems: 'center',
    gap: '2',
    flex: { base: '0 0 auto', md: '1' },
    color: 'muted',
    textStyle: 'dense',
    '&[data-now]': { color: 'ink', fontWeight: 'semibold' },
    '&[data-past]': { color: 'ink' },
  },
});
const Dot = chakra('span', {
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    justifyContent: 'center',
    boxSize: '7',
    flexShrink: 0,
    borderRadius: 'full',
    borderWidth: '1px',
    borderColor: 'line.strong',
    fontVariantNumeric: 'tabular-nums',
    '[data-now] > &': { bg: 'accent', borderColor: 'accent', color: 'accent.ink' },
    '[data-past] > &': { bg: 'accent.soft', borderColor: 'accent', color: 'accent.text' },
  },
});

/** The position of the import among its steps; null: after the last. `hasValues`: the kind has a step for texts. */
export function ImportSteps({ step: own, hasValues }: { step: ImportStep | null; hasValues: boolean }) {
  const { t } = useTranslation('import');
  const steps = STEPS.filter((step) => step !== 'values' || hasValues);
  const current = own === null ? steps.length : steps.indexOf(own);
  return (
    <chakra.ol
      display="flex"
      flexWrap="wrap"
      columnGap="4"
      rowGap="2"
      listStyle="none"
      mb="5"
      aria-label={t('step', { number: Math.min(current + 1, steps.length), total: steps.length })}
    >
      {steps.map((step, index) => (
        <Step
          key={step}
          {...(index === current
            ? { 'data-now': '', 'aria-current': 'step' }
            : index < current
              ? { 'data-past': '' }
              : {})}
        >
          <Dot aria-hidden>{index < current ? <Check size={16} /> : index + 1}</Dot>
          {t(`steps.${step}`)}
          {index < current && <VisuallyHidden>✓</VisuallyHidden>}
        </Step>
      ))}
    </chakra.ol>
  );
}
