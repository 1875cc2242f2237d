import { useMemo } from 'react';
import { FLOW_KINDS, type FlowKind } from '../../../shared/dataFlow/schema.ts';
import { type ColorName, palette } from '../../colors.ts';
import type { Colours } from './scene.ts';
import { useDark } from './useDark.ts';

/** The stripe of a node by its kind; its lane and its label state the same in words. */
const STRIPE: Record<FlowKind, ColorName> = {
  subject: 'info',
  channel: 'muted',
  application: 'accent',
  purpose: 'ok',
  storage: 'line.strong',
  internal: 'accent',
  thirdParty: 'warn',
};

/** The palette for a canvas. */
function coloursOf(dark: boolean): Colours {
  const of = (name: ColorName): string => palette[name][dark ? 1 : 0];
  return {
    paper: of('canvas'),
    surface: of('surface'),
    line: of('line.strong'),
    hair: of('line'),
    band: of('subtle'),
    edge: of('line.strong'),
    sensitive: of('warn'),
    crossBorder: of('info'),
    kinds: FLOW_KINDS.map((kind) => of(STRIPE[kind])),
  };
}

/** The colours of the current colour mode. */
export function useColours(): Colours {
  const dark = useDark();
  return useMemo(() => coloursOf(dark), [dark]);
}
