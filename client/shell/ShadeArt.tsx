import { chakra } from '../ui/layout.tsx';

const Drawing = chakra('svg', { base: { display: 'block', width: 'full', height: 'full' } });

/** Ribs of a parasol from the side: arcs from its tip to points along its rim. */
const RIBS = [-420, -280, -140, 0, 140, 280, 420];
const CARDS: readonly (readonly [x: number, y: number, lines: number, mark?: 'live' | 'ok'])[] = [
  [-330, 560, 3],
  [-200, 500, 4, 'ok'],
  [-62, 540, 3],
  [70, 490, 4, 'live'],
  [208, 550, 3, 'ok'],
];

/**
 * The picture behind sign-in: records in the shade of a parasol. Drawn in the theme's colours, so that it follows light
 * and dark. Decorative, hidden from screen readers.
 */
export default function ShadeArt() {
  return (
    <Drawing viewBox="-600 0 1200 900" preserveAspectRatio="xMidYMid slice" aria-hidden="true" focusable="false">
      <chakra.rect x="-600" y="0" width="1200" height="900" fill="canvas" />
      <chakra.path d="M-600 700 C-320 640 300 640 600 700 V900 H-600 Z" fill="subtle" />
      <chakra.path
        d="M-560 430 C-540 170 -300 60 0 60 C300 60 540 170 560 430 C500 392 440 392 420 430 C380 388 310 388 280 430 C240 388 175 388 140 430 C105 388 40 388 0 430 C-40 388 -105 388 -140 430 C-175 388 -240 388 -280 430 C-310 388 -380 388 -420 430 C-440 392 -500 392 -560 430 Z"
        fill="accent.soft"
      />
      {RIBS.map((x) => (
        <chakra.path
          key={x}
          d={`M0 60 Q${x * 0.95} 130 ${x} 430`}
          fill="none"
          stroke="accent"
          strokeOpacity="0.22"
          strokeWidth="2"
        />
      ))}
      <chakra.path
        d="M0 30 V60 M0 430 V790 C0 830 54 830 54 792"
        fill="none"
        stroke="accent"
        strokeOpacity="0.5"
        strokeWidth="8"
        strokeLinecap="round"
      />
      {CARDS.map(([x, y, lines, mark]) => (
        <g key={x} transform={`translate(${x} ${y})`}>
          <chakra.rect width="112" height="150" rx="8" fill="surface" stroke="line" strokeWidth="2" />
          <chakra.rect x="16" y="22" width="56" height="8" rx="4" fill="accent" fillOpacity="0.75" />
          {Array.from({ length: lines }, (_, index) => (
            <chakra.rect
              key={index}
              x="16"
              y={48 + index * 20}
              width={index === lines - 1 ? 44 : 80}
              height="6"
              rx="3"
              fill="line"
            />
          ))}
          {mark && <chakra.circle cx="92" cy="26" r="8" fill={mark === 'live' ? 'live' : 'ok'} />}
        </g>
      ))}
    </Drawing>
  );
}
