import { useId, useRef, useState } from 'react';
import type { KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { DpiaScale } from '../../../shared/dpia/framework.ts';
import { levelOfScore, type RiskPoint, riskLevel, scoreOf } from '../../../shared/dpia/risk.ts';
import { Button, chakra, Flex, Text, useFormat, VisuallyHidden } from '../../ui/index.ts';
import { ChartCard } from '../../ui/chart/index.ts';
import { RISK_COLOURS } from './riskWords.tsx';
import { RiskMarkers } from './RiskMarkers.tsx';

/** The stages at which a risk is assessed, in chronological order. */
const RISK_TIERS = ['initial', 'residual', 'expected'] as const;
export type RiskTier = (typeof RISK_TIERS)[number];

/** A risk on the map, at each stage; `number` is the text of its marker. */
export interface MappedRisk {
  id: string;
  number: number;
  title: string;
  points: Readonly<Record<RiskTier, RiskPoint>>;
}

export interface RiskMapProps {
  title: string;
  scale: DpiaScale;
  risks: readonly MappedRisk[];
}

/**
 * Likelihood against impact: the position of each risk initially, with the measures in force, and after its plan is
 * carried out. Readable by colour and word, by arrow keys, or as a table.
 */
export function RiskMap({ title, scale, risks }: RiskMapProps) {
  const { t } = useTranslation('dpiaAssessment');
  const [tier, setTier] = useState<RiskTier>('residual');
  const unjudged = risks.filter(({ points }) => scoreOf(points[tier]) === null);
  return (
    <ChartCard title={title} table={useTable(scale, risks, title)}>
      {risks.length > 0 && (
        <Flex role="group" aria-label={t('map.tier')} wrap="wrap" gap="2" mb="4">
          {RISK_TIERS.map((one) => (
            <Button
              key={one}
              size="sm"
              look={one === tier ? 'main' : 'plain'}
              aria-pressed={one === tier}
              onClick={() => setTier(one)}
            >
              {t(`tier.${one}`)}
            </Button>
          ))}
        </Flex>
      )}
      <MapGrid
        scale={scale}
        risks={risks}
        tier={tier}
        label={risks.length > 0 ? `${title}: ${t(`tier.${tier}`)}` : title}
      />
      {unjudged.length > 0 && (
        <Text textStyle="dense" color="muted" mt="3">
          {t('map.unjudged', { list: unjudged.map(({ number, title: name }) => `${number} ${name}`).join(', ') })}
        </Text>
      )}
    </ChartCard>
  );
}

/** The map as a table: each risk with its score and level at every stage; without risks, each cell with its level. */
function useTable(scale: DpiaScale, risks: readonly MappedRisk[], caption: string) {
  const { t } = useTranslation('dpiaAssessment');
  const { text } = useFormat();
  const cell = (point: RiskPoint) => {
    const level = riskLevel(point, scale.bands);
    return level === null
      ? t('risk.none')
      : t('map.point', {
          likelihood: point.likelihood,
          impact: point.impact,
          score: scoreOf(point),
          level: t(`risk.${level}`),
        });
  };
  if (risks.length === 0)
    return {
      caption,
      headers: [t('map.impact'), ...scale.likelihood.map(({ level, title }) => `${level} ${text(title)}`)],
      rows: scale.impact.toReversed().map(({ level: impact, title }) => ({
        key: String(impact),
        cells: [
          `${impact} ${text(title)}`,
          ...scale.likelihood.map(({ level: likelihood }) => cell({ likelihood, impact })),
        ],
      })),
    };
  return {
    caption,
    headers: [t('map.risk'), ...RISK_TIERS.map((tier) => t(`tier.${tier}`))],
    rows: risks.map(({ id, number, title, points }) => ({
      key: id,
      cells: [`${number}. ${title}`, ...RISK_TIERS.map((tier) => cell(points[tier]))],
    })),
  };
}

const MOVES: Readonly<Record<string, readonly [likelihood: number, impact: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
};

interface Place {
  likelihood: number;
  impact: number;
}

/** Roving tab index: one cell of the map is in the tab order; the arrow keys move to the others. */
function useCells(width: number) {
  const box = useRef<HTMLDivElement>(null);
  const [at, setAt] = useState<Place>({ likelihood: 1, impact: width });
  const within = (value: number) => Math.min(width, Math.max(1, value));
  // The scale may have become smaller.
  const current = { likelihood: within(at.likelihood), impact: within(at.impact) };
  const onKeyDown = (event: KeyboardEvent) => {
    const by = MOVES[event.key];
    if (!by) return;
    event.preventDefault();
    const next = { likelihood: within(current.likelihood + by[0]), impact: within(current.impact + by[1]) };
    setAt(next);
    box.current?.querySelector<HTMLElement>(`[data-cell="${next.likelihood}.${next.impact}"]`)?.focus();
  };
  const isCurrent = ({ likelihood, impact }: Place) => likelihood === current.likelihood && impact === current.impact;
  return { box, onKeyDown, isCurrent, setAt };
}

interface MapGridProps extends Omit<RiskMapProps, 'title'> {
  tier: RiskTier;
  label: string;
}

function MapGrid({ scale, risks, tier, label }: MapGridProps) {
  const { t } = useTranslation('dpiaAssessment');
  const { text } = useFormat();
  const axis = useId();
  const { box, onKeyDown, isCurrent, setAt } = useCells(scale.width);
  const steps = Array.from({ length: scale.width }, (_, place) => place + 1);
  return (
    <chakra.div textStyle="small">
      <chakra.div id={axis} color="muted" mb="1">
        {t('map.axes')}
      </chakra.div>
      <chakra.div
        ref={box}
        role="grid"
        aria-label={label}
        aria-describedby={axis}
        position="relative"
        display="grid"
        gap="1"
        gridTemplateColumns={{
          base: `1.25rem repeat(${scale.width}, minmax(0, 1fr))`,
          md: `minmax(4rem, 8rem) repeat(${scale.width}, minmax(0, 1fr))`,
        }}
        gridTemplateRows={`repeat(${scale.width}, minmax(4.25rem, auto)) auto`}
        onKeyDown={onKeyDown}
      >
        {steps.toReversed().map((impact) => (
          <chakra.div role="row" key={impact} display="contents">
            <AxisLabel role="rowheader" level={impact} word={text(scale.impact[impact - 1]?.title)} />
            {steps.map((likelihood) => (
              <Cell
                key={likelihood}
                scale={scale}
                place={{ likelihood, impact }}
                risks={risks.filter(
                  ({ points }) => points[tier].likelihood === likelihood && points[tier].impact === impact,
                )}
                isCurrent={isCurrent({ likelihood, impact })}
                onFocus={() => setAt({ likelihood, impact })}
              />
            ))}
          </chakra.div>
        ))}
        <chakra.div role="row" display="contents">
          <chakra.div role="presentation" />
          {steps.map((likelihood) => (
            <AxisLabel
              key={likelihood}
              role="columnheader"
              level={likelihood}
              word={text(scale.likelihood[likelihood - 1]?.title)}
            />
          ))}
        </chakra.div>
        <RiskMarkers width={scale.width} risks={risks} tier={tier} />
      </chakra.div>
      <Legend />
    </chakra.div>
  );
}

interface CellProps {
  scale: DpiaScale;
  place: Place;
  /** The risks in this cell. */
  risks: readonly MappedRisk[];
  isCurrent: boolean;
  onFocus: () => void;
}

function Cell({ scale, place: { likelihood, impact }, risks, isCurrent, onFocus }: CellProps) {
  const { t } = useTranslation('dpiaAssessment');
  const { text } = useFormat();
  const score = likelihood * impact;
  const level = levelOfScore(score, scale.bands);
  const meaning = t('map.cell', {
    likelihood: `${likelihood} ${text(scale.likelihood[likelihood - 1]?.title)}`,
    impact: `${impact} ${text(scale.impact[impact - 1]?.title)}`,
    score,
    level: t(`risk.${level}`),
  });
  return (
    <chakra.div
      role="gridcell"
      data-cell={`${likelihood}.${impact}`}
      tabIndex={isCurrent ? 0 : -1}
      onFocus={onFocus}
      position="relative"
      p="1"
      display="flex"
      alignItems="flex-end"
      justifyContent="space-between"
      flexWrap="wrap"
      columnGap="1"
      borderRadius="control"
      lineHeight="1.2"
      {...RISK_COLOURS[level]}
    >
      <VisuallyHidden>
        {[meaning, ...risks.map(({ number, title }) => `${number}. ${title}`)].join(' · ')}
      </VisuallyHidden>
      <chakra.span aria-hidden display={{ base: 'none', sm: 'inline' }}>
        {t(`risk.${level}`)}
      </chakra.span>
      <chakra.span aria-hidden data-numeric="">
        {score}
      </chakra.span>
    </chakra.div>
  );
}

/** A level of an axis: its number, and its word if there is enough space. */
function AxisLabel({ role, level, word }: { role: 'rowheader' | 'columnheader'; level: number; word: string }) {
  return (
    <chakra.div
      role={role}
      color="muted"
      textAlign={role === 'columnheader' ? 'center' : 'start'}
      alignSelf={role === 'columnheader' ? 'start' : 'center'}
      overflowWrap="anywhere"
      minWidth="0"
    >
      <chakra.span fontWeight="semibold" color="ink">
        {level}
      </chakra.span>{' '}
      <chakra.span srOnly={{ base: true, md: false }}>{word}</chakra.span>
    </chakra.div>
  );
}

/** Explains the colours, for cells that are too narrow for words. */
function Legend() {
  const { t } = useTranslation('dpiaAssessment');
  return (
    <chakra.ul display={{ base: 'flex', sm: 'none' }} flexWrap="wrap" gap="2" mt="3" listStyle="none">
      {(['LOW', 'MEDIUM', 'HIGH', 'EXTREME'] as const).map((level) => (
        <chakra.li key={level} px="2" borderRadius="control" {...RISK_COLOURS[level]}>
          {t(`risk.${level}`)}
        </chakra.li>
      ))}
    </chakra.ul>
  );
}
