import { chakra } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

export interface SideRailProps {
  /** The page's own content. */
  children: ReactNode;
  /** History, people, related records: usually some Cards. */
  rail: ReactNode;
}

/**
 * Content with a right rail of 400 px; below 1,024 px the rail follows the content.
 * @example <SideRail rail={<Card title={t('history')}>…</Card>}>…</SideRail>
 */
export function SideRail({ children, rail }: SideRailProps) {
  const { t } = useTranslation('ui');
  return (
    <chakra.div
      display="grid"
      gap="5"
      alignItems="start"
      gridTemplateColumns={{ base: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) minmax(280px, 400px)' }}
    >
      <chakra.div minWidth="0">{children}</chakra.div>
      <chakra.aside aria-label={t('sideRail')} display="grid" gap="4" minWidth="0">
        {rail}
      </chakra.aside>
    </chakra.div>
  );
}
