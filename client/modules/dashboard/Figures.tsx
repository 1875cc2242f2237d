import { AppWindow, Building2, Database, Target } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { RecordFigures } from '../../../shared/dashboard.ts';
import { Box, chakra, Flex, GlowOnChange, Grid, Skeleton, useFormat } from '../../ui/index.ts';

/** The page's first line: how large the record is. */
export function Figures({ figures }: { figures: RecordFigures | undefined }) {
  const { t } = useTranslation('dashboard');
  const { number } = useFormat();
  const tiles = [
    { key: 'applications', icon: AppWindow, value: figures?.applications, note: t('figure.published', { number: number(figures?.publishedApplications ?? 0) }) },
    { key: 'purposes', icon: Target, value: figures?.purposes, note: t('figure.published', { number: number(figures?.publishedPurposes ?? 0) }) },
    { key: 'attributeUses', icon: Database, value: figures?.attributeUses, note: t('figure.sensitive', { number: number(figures?.sensitiveUses ?? 0) }) },
    { key: 'thirdParties', icon: Building2, value: figures?.thirdParties, note: t('figure.abroad', { number: number(figures?.thirdPartiesAbroad ?? 0) }) },
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
          <chakra.dd>
            {value === undefined ? (
              <Skeleton height="9" width="16" mt="1" />
            ) : (
              <GlowOnChange value={value}>
                <chakra.span textStyle="display" fontVariantNumeric="tabular-nums">
                  {number(value)}
                </chakra.span>
              </GlowOnChange>
            )}
            <chakra.span display="block" textStyle="small" color="muted">
              {value === undefined ? ' ' : note}
            </chakra.span>
          </chakra.dd>
        </Box>
      ))}
    </Grid>
  );
}
