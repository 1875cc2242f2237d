import { Check } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { chakra, VisuallyHidden } from '../ui/index.ts';

const STEPS = ['file', 'columns', 'check', 'done'] as const;
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

/** Where the import stands among its four steps, from 0; 4 is behind the last. */
export function ImportSteps({ current }: { current: number }) {
  const { t } = useTranslation('import');
  return (
    <chakra.ol
      display="flex"
      flexWrap="wrap"
      columnGap="4"
      rowGap="2"
      listStyle="none"
      mb="5"
      aria-label={t('step', { number: Math.min(current + 1, 4), total: 4 })}
    >
      {STEPS.map((step, index) => (
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
