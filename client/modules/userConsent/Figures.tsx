import { CalendarCheck, CalendarDays, RefreshCw, Users } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { ConsentInsight } from '../../../shared/userConsent.ts';
import { Box, chakra, Flex, GlowOnChange, Grid, Skeleton, useFormat } from '../../ui/index.ts';

/** The page's first line: how many answered, and how many of late. */
export function Figures({ insight }: { insight: ConsentInsight | undefined }) {
  const { t } = useTranslation('userConsent');
  const { number, percent } = useFormat();
  const tiles = [
    { key: 'subjects', icon: Users, value: insight?.subjects, note: insight && t('figure.submissions', { number: number(insight.submissions) }) },
    { key: 'today', icon: CalendarCheck, value: insight?.today, note: insight && t('figure.yesterday', { number: number(insight.yesterday) }) },
    { key: 'lastSevenDays', icon: CalendarDays, value: insight?.lastSevenDays, note: insight && t('figure.perDay', { number: number(insight.lastSevenDays / 7, 1) }) },
    { key: 'changed', icon: RefreshCw, value: insight?.changed, note: insight && t('figure.changedOf', { percent: percent(insight.changed / Math.max(1, insight.submissions), 1) }) },
  ] as const;
  return (
    <Grid as="dl" gap="3" mb="4" gridTemplateColumns={{ base: 'repeat(2, minmax(0, 1fr))', lg: 'repeat(4, minmax(0, 1fr))' }}>
      {tiles.map(({ key, icon: Icon, value, note }) => (
        <Box key={key} bg="surface" borderWidth="1px" borderRadius="card" px="4" py="3">
          <chakra.dt color="muted" textStyle="dense">
            <Flex as="span" alignItems="center" gap="2">
              <Icon size={16} aria-hidden style={{ flexShrink: 0 }} />
              {t(`figure.${key}`)}
            </Flex>
          </chakra.dt>
          <chakra.dd minWidth="0">
            {value === undefined ? (
              <Skeleton height="9" width="16" mt="1" />
            ) : (
              <GlowOnChange value={value}>
                <chakra.span textStyle={{ base: 'heading', sm: 'display' }} fontVariantNumeric="tabular-nums" overflowWrap="anywhere">
                  {number(value)}
                </chakra.span>
              </GlowOnChange>
            )}
            <chakra.span display="block" textStyle="small" color="muted">
              {note ?? ' '}
            </chakra.span>
          </chakra.dd>
        </Box>
      ))}
    </Grid>
  );
}
