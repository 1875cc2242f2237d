import { ChevronDown } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { chakra } from '../../ui/index.ts';

const Frame = chakra('details', { base: { position: 'absolute', left: '3', bottom: '3', zIndex: '5', bg: 'surface', borderWidth: '1px!', borderRadius: 'control', px: '3', py: '1.5', textStyle: 'small', '&[open] svg.turn': { transform: 'rotate(180deg)' } } });

/** What the lines mean, drawn as they are drawn. */
export function Legend() {
  const { t } = useTranslation('dataFlow');
  return (
    <Frame open={matchMedia('(min-width: 768px)').matches}>
      <chakra.summary cursor="pointer" listStyle="none" display="flex" alignItems="center" gap="1.5" color="muted" fontWeight="semibold" minHeight="6">
        {t('legend')} <ChevronDown className="turn" size={14} aria-hidden />
      </chakra.summary>
      <chakra.ul listStyle="none" display="grid" gap="1" mt="1">
        <Line label={t('plain')} />
        <Line label={t('sensitive')} sensitive />
        <Line label={t('crossBorder')} crossBorder />
        <Line label={t('both')} sensitive crossBorder />
      </chakra.ul>
    </Frame>
  );
}

function Line({ label, sensitive = false, crossBorder = false }: { label: string; sensitive?: boolean; crossBorder?: boolean }) {
  const dash = crossBorder ? '9 5' : undefined;
  return (
    <chakra.li display="flex" alignItems="center" gap="2" color={sensitive ? 'warn' : crossBorder ? 'info' : 'line.strong'}>
      <svg width="44" height="10" aria-hidden>
        <path d="M0 5H44" stroke="currentColor" strokeWidth={sensitive ? 5.5 : 2} strokeDasharray={dash} />
        {sensitive && <chakra.path d="M0 5H44" stroke="surface" strokeWidth="2.2" />}
      </svg>
      <chakra.span color="ink">{label}</chakra.span>
    </chakra.li>
  );
}
