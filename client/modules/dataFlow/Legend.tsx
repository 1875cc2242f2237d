import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { chakra, Flex, useFormat } from '../../ui/index.ts';
import type { Graph } from '../../../shared/dataFlow/graph.ts';

/** The meaning of the lines, in their style, and how much is displayed; at the end the overview map. */
export function Legend({ graph, children }: { graph: Graph; children: ReactNode }) {
  const { t } = useTranslation('dataFlow');
  const { number } = useFormat();
  return (
    <Flex
      align="center"
      justify="space-between"
      wrap="wrap"
      columnGap="5"
      rowGap="1"
      px="3"
      py="1.5"
      bg="surface"
      borderTopWidth="1px"
      textStyle="small"
    >
      <chakra.ul aria-label={t('legend')} listStyle="none" display="flex" flexWrap="wrap" columnGap="5" rowGap="0.5">
        <Line label={t('plain')} />
        <Line label={t('sensitive')} sensitive />
        <Line label={t('crossBorder')} crossBorder />
        <Line label={t('both')} sensitive crossBorder />
      </chakra.ul>
      <Flex align="center" gap="4">
        <chakra.span color="muted" data-numeric="" role="status">
          {t('summary', {
            count: graph.nodes.length,
            number: number(graph.nodes.length),
            flows: t('flows', { count: graph.edges.length, number: number(graph.edges.length) }),
          })}
        </chakra.span>
        {children}
      </Flex>
    </Flex>
  );
}

function Line({
  label,
  sensitive = false,
  crossBorder = false,
}: {
  label: string;
  sensitive?: boolean;
  crossBorder?: boolean;
}) {
  const dash = crossBorder ? '9 5' : undefined;
  return (
    <chakra.li
      display="flex"
      alignItems="center"
      gap="2"
      color={sensitive ? 'warn' : crossBorder ? 'info' : 'line.strong'}
    >
      <svg width="36" height="10" aria-hidden>
        <path d="M0 5H36" stroke="currentColor" strokeWidth={sensitive ? 5.5 : 2} strokeDasharray={dash} />
        {sensitive && <chakra.path d="M0 5H36" stroke="surface" strokeWidth="2.2" />}
      </svg>
      <chakra.span color="ink">{label}</chakra.span>
    </chakra.li>
  );
}
