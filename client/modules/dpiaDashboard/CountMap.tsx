import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  defaultBands,
  levelOfScore,
  RISK_LEVELS,
  riskCell,
  SCALE_WIDTHS,
  type ScaleWidth,
} from '../../../shared/dpia/risk.ts';
import type { DpiaFigures } from '../../../shared/dpiaDashboard/schema.ts';
import { ChartCard } from '../../ui/chart/index.ts';
import { AppLink, Button, chakra, Flex, SkeletonText, useFormat } from '../../ui/index.ts';
import { RISK_COLOURS } from '../dpia/riskWords.tsx';
import { useRiskLinks } from './links.ts';

const TIERS = ['initial', 'residual'] as const;
type Tier = (typeof TIERS)[number];
type Places = DpiaFigures['initialMap'];

/** A map for each scale width used by assessments, and always for the width of the settings. */
export function CountMaps({ data }: { data: DpiaFigures | undefined }) {
  const { t } = useTranslation('dpiaDashboard');
  if (!data)
    return (
      <ChartCard title={t('map.title')} table={undefined}>
        <SkeletonText lines={5} />
      </ChartCard>
    );
  const used = new Set([data.scale.width, ...[...data.initialMap, ...data.residualMap].map(({ width }) => width)]);
  return SCALE_WIDTHS.filter((width) => used.has(width)).map((width) => (
    <CountMap key={width} data={data} width={width} alone={used.size === 1} />
  ));
}

const at = (places: Places, width: ScaleWidth, likelihood: number, impact: number): number =>
  places.find((one) => one.width === width && one.likelihood === likelihood && one.impact === impact)?.dpias ?? 0;

interface CountMapProps {
  data: DpiaFigures;
  width: ScaleWidth;
  /** Whether there is only one width. */
  alone: boolean;
}

/** The number of assessments in each cell; a cell links to them. */
function CountMap({ data, width, alone }: CountMapProps) {
  const { t } = useTranslation(['dpiaDashboard', 'dpiaAssessment']);
  const [tier, setTier] = useState<Tier>('residual');
  const title = alone ? t('map.title') : t('map.titleOf', { width });
  const levelAt = levelsOf(data, width);
  const steps = Array.from({ length: width }, (_, place) => place + 1);
  const cells = steps.flatMap((likelihood) => steps.map((impact) => ({ likelihood, impact }))).toReversed();
  return (
    <ChartCard
      title={title}
      lead={t('map.lead')}
      table={{
        caption: title,
        headers: [t('map.title'), t('map.level'), ...TIERS.map((one) => t(`levels.${one}`))],
        rows: cells
          .map(({ likelihood, impact }) => ({
            key: riskCell(width, likelihood, impact),
            cells: [
              t('map.place', { likelihood, impact }),
              t(`dpiaAssessment:risk.${levelAt(likelihood * impact)}`),
              at(data.initialMap, width, likelihood, impact),
              at(data.residualMap, width, likelihood, impact),
            ] as const,
          }))
          .filter(({ cells: [, , initial, residual] }) => initial + residual > 0),
      }}
    >
      <Flex role="group" aria-label={t('map.tier')} wrap="wrap" gap="2" mb="4" data-screen>
        {TIERS.map((one) => (
          <Button
            key={one}
            size="sm"
            look={one === tier ? 'main' : 'plain'}
            aria-pressed={one === tier}
            onClick={() => setTier(one)}
          >
            {t(`levels.${one}`)}
          </Button>
        ))}
      </Flex>
      <MapTable data={data} width={width} tier={tier} caption={`${title}: ${t(`levels.${tier}`)}`} />
      <Legend />
    </ChartCard>
  );
}

/** The level of a score on a scale of that width. */
const levelsOf = ({ scale }: DpiaFigures, width: ScaleWidth) => {
  const [low, medium, high] = scale.bands;
  const bands = scale.width === width ? ([low!, medium!, high!] as const) : defaultBands(width);
  return (score: number) => levelOfScore(score, bands);
};

interface MapTableProps {
  data: DpiaFigures;
  width: ScaleWidth;
  tier: Tier;
  caption: string;
}

function MapTable({ data, width, tier, caption }: MapTableProps) {
  const { t } = useTranslation('dpiaDashboard');
  const levelAt = levelsOf(data, width);
  const steps = Array.from({ length: width }, (_, place) => place + 1);
  return (
    <chakra.table
      width="full"
      tableLayout="fixed"
      textStyle="small"
      css={{ borderCollapse: 'separate', borderSpacing: '0.25rem', '& th': { fontWeight: 'normal', color: 'muted' } }}
    >
      <chakra.caption srOnly>{caption}</chakra.caption>
      <tbody>
        {/* Once above all rows on a phone, where a row has no space for the word. */}
        <chakra.tr aria-hidden display={{ base: 'table-row', sm: 'none' }}>
          <chakra.td color="muted" textAlign="center" whiteSpace="nowrap">
            {t('map.impact')}
          </chakra.td>
        </chakra.tr>
        {steps.toReversed().map((impact) => (
          <tr key={impact}>
            <chakra.th scope="row" textAlign={{ base: 'center', sm: 'start' }} whiteSpace="nowrap">
              <chakra.span display={{ base: 'none', sm: 'inline' }}>{t('map.impact')} </chakra.span>
              <chakra.span srOnly display={{ base: 'inline', sm: 'none' }}>
                {t('map.impact')}{' '}
              </chakra.span>
              {impact}
            </chakra.th>
            {steps.map((likelihood) => (
              <Cell
                key={likelihood}
                data={data}
                cell={riskCell(width, likelihood, impact)}
                place={{ likelihood, impact }}
                level={levelAt(likelihood * impact)}
                tier={tier}
                count={at(tier === 'initial' ? data.initialMap : data.residualMap, width, likelihood, impact)}
              />
            ))}
          </tr>
        ))}
        <tr>
          <td />
          {steps.map((likelihood) => (
            <chakra.th key={likelihood} scope="col">
              <chakra.span srOnly>{t('map.likelihood')} </chakra.span>
              {likelihood}
            </chakra.th>
          ))}
        </tr>
        {/* Once below all columns, because a column has no space for the word. */}
        <tr aria-hidden>
          <td />
          <chakra.td colSpan={width} textAlign="center" color="muted">
            {t('map.likelihood')}
          </chakra.td>
        </tr>
      </tbody>
    </chakra.table>
  );
}

interface CellProps {
  data: DpiaFigures;
  cell: string;
  place: { likelihood: number; impact: number };
  level: (typeof RISK_LEVELS)[number];
  tier: Tier;
  count: number;
}

function Cell({ data, cell, place, level, tier, count }: CellProps) {
  const { t } = useTranslation(['dpiaDashboard', 'dpiaAssessment']);
  const { number } = useFormat();
  const href = useRiskLinks(data.variant).dpias({ [tier === 'initial' ? 'initialCell' : 'residualCell']: cell });
  const meaning = t('map.cell', { ...place, level: t(`dpiaAssessment:risk.${level}`), number: number(count) });
  const face = (
    <>
      <chakra.span srOnly>{meaning}</chakra.span>
      <chakra.span aria-hidden textStyle="heading" fontVariantNumeric="tabular-nums" opacity={count === 0 ? 0 : 1}>
        {number(count)}
      </chakra.span>
    </>
  );
  const look = { display: 'grid', placeItems: 'center', minHeight: '12', borderRadius: 'control' } as const;
  return (
    <chakra.td p="0" data-cell={cell} borderRadius="control" {...RISK_COLOURS[level]}>
      {href && count > 0 ? (
        <CellLink href={href} {...look}>
          {face}
        </CellLink>
      ) : (
        <chakra.span {...look}>{face}</chakra.span>
      )}
    </chakra.td>
  );
}
const CellLink = chakra(AppLink, { base: { textDecoration: 'underline', _hover: { bg: 'subtle', color: 'ink' } } });

/** Explains the colours. */
function Legend() {
  const { t } = useTranslation('dpiaAssessment');
  return (
    <chakra.ul display="flex" flexWrap="wrap" gap="2" mt="3" listStyle="none" textStyle="small">
      {RISK_LEVELS.map((level) => (
        <chakra.li key={level} px="2" borderRadius="control" {...RISK_COLOURS[level]}>
          {t(`risk.${level}`)}
        </chakra.li>
      ))}
    </chakra.ul>
  );
}
