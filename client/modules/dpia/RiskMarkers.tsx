import type { RiskPoint } from '../../../shared/dpia/risk.ts';
import { chakra } from '../../ui/index.ts';
import type { MappedRisk, RiskTier } from './RiskMap.tsx';

/** The maximum number of markers drawn in one cell; the last one displays how many more there are. */
const PLACES = 4;
/** Distance between the centres of two markers, in rem. */
const STEP = 1.65;

interface Judged {
  likelihood: number;
  impact: number;
}
const judged = ({ likelihood, impact }: RiskPoint): Judged | null =>
  likelihood === null || impact === null ? null : { likelihood, impact };

/** The position of a point on a map, as fractions of its width and height. */
const middleOf = ({ likelihood, impact }: Judged, width: number) => ({
  left: (likelihood - 0.5) / width,
  top: (width - impact + 0.5) / width,
});

/**
 * The risks as numbered markers over the cells; they move when the stage changes. Hidden from screen readers, because
 * the cells contain the same information.
 */
export function RiskMarkers({ width, risks, tier }: { width: number; risks: readonly MappedRisk[]; tier: RiskTier }) {
  const inCell = (risk: MappedRisk) => {
    const key = ({ points }: MappedRisk) => `${points[tier].likelihood}.${points[tier].impact}`;
    const together = risks.filter((other) => key(other) === key(risk));
    return { place: together.indexOf(risk), count: together.length };
  };
  return (
    <chakra.div
      aria-hidden
      role="presentation"
      position="absolute"
      inset="0"
      pointerEvents="none"
      css={{ gridColumn: '2 / -1', gridRow: `1 / ${width + 1}` }}
    >
      <Paths width={width} risks={risks} tier={tier} />
      {risks.map((risk) => {
        const point = judged(risk.points[tier]);
        if (!point) return null;
        const { place, count } = inCell(risk);
        if (place >= PLACES) return null;
        const { left, top } = middleOf(point, width);
        const columns = Math.min(2, count);
        const across = ((place % 2) - (columns - 1) / 2) * STEP;
        const down = (Math.floor(place / 2) - (count > 2 ? 0.5 : 0)) * STEP - 0.5;
        return (
          <chakra.span
            key={risk.id}
            position="absolute"
            display="grid"
            placeItems="center"
            boxSize="6"
            borderRadius="full"
            bg="ink"
            color="surface"
            fontWeight="semibold"
            textStyle="small"
            transition="left 200ms ease-out, top 200ms ease-out"
            css={{
              left: `calc(${left * 100}% + ${across}rem)`,
              top: `calc(${top * 100}% + ${down}rem)`,
              transform: 'translate(-50%, -50%)',
              '@media (prefers-reduced-motion: reduce)': { transition: 'none' },
            }}
          >
            {place === PLACES - 1 && count > PLACES ? `+${count - PLACES + 1}` : risk.number}
          </chakra.span>
        );
      })}
    </chakra.div>
  );
}

/** The movement of each risk: a line from its first stage to the displayed one. */
function Paths({ width, risks, tier }: { width: number; risks: readonly MappedRisk[]; tier: RiskTier }) {
  if (tier === 'initial') return null;
  const lines = risks.flatMap(({ id, points }) => {
    const tiers =
      tier === 'residual' ? [points.initial, points.residual] : [points.initial, points.residual, points.expected];
    const places = tiers.map(judged).filter((point) => point !== null);
    return places.length < 2
      ? []
      : {
          id,
          points: places.map((point) => middleOf(point, width)).map(({ left, top }) => `${left * 100},${top * 100}`),
        };
  });
  return (
    <chakra.svg
      position="absolute"
      inset="0"
      width="full"
      height="full"
      viewBox="0 0 100 100"
      preserveAspectRatio="none"
      color="muted"
    >
      {lines.map(({ id, points }) => (
        <polyline
          key={id}
          points={points.join(' ')}
          fill="none"
          stroke="currentColor"
          strokeWidth="1.5"
          strokeDasharray="4 3"
          vectorEffect="non-scaling-stroke"
        />
      ))}
    </chakra.svg>
  );
}
