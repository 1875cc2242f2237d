import { type Drawn, type DrawingWords, drawSvg } from '../../../shared/dataFlow/drawing.ts';
import type { Places } from '../../../shared/dataFlow/geometry.ts';
import { heightsByNeighbours, placeInLanes, placesOfPart, withMoves } from '../../../shared/dataFlow/layout.ts';
import type { Position } from '../../../shared/dataFlow/schema.ts';
import { countryName } from '../../../shared/country.ts';
import type { Locale } from '../../../shared/locale.ts';
import { translate } from '../../platform/i18n.ts';

interface Placing {
  /** The graph that the drawn nodes are a part of; they are all of it by default. */
  graph?: Drawn;
  /** Where people moved nodes. */
  stored: readonly Position[];
  /** Where a screen displays nodes: counts where it displays each drawn one, since other layouts would overlap it. */
  displayed?: Places;
}

/** Positions of the drawn nodes: as displayed, or laid out automatically and moved by people within their lanes. */
export function placed(drawn: Drawn, { graph = drawn, stored, displayed }: Placing): Places {
  if (displayed && drawn.nodes.every(({ key }) => displayed.has(key))) return displayed;
  const { nodes, edges } = graph;
  const places = withMoves(nodes, placeInLanes(nodes, heightsByNeighbours(nodes, edges)), stored);
  return drawn === graph ? places : placesOfPart(drawn, places);
}

/** The picture of flows for documents. */
export const flowPicture = (flows: Drawn, places: Places, words: DrawingWords): string =>
  typeset(drawSvg(flows, places, words));

/**
 * A picture for documents: in their font, and with each sara am as its two signs (Unicode's decomposition, before a
 * tone mark, as shapers order them), since the reader of pictures in PDFs prints the composed sign over the next
 * letter.
 */
export const typeset = (svg: string): string =>
  svg.replace(/font-family="[^"]*"/, 'font-family="Sarabun"').replace(/([\u0e48-\u0e4b]?)\u0e33/g, '\u0e4d$1\u0e32');

/** The texts of the picture in a language. */
export function flowWords(locale: Locale): DrawingWords {
  const t = (key: string, values?: Record<string, unknown>) => translate(locale, `dataFlow:${key}`, values);
  const number = new Intl.NumberFormat('en').format;
  return {
    locale,
    title: t('title'),
    subtitle: [],
    lanes: {
      subject: t('lane.subject'),
      channel: t('lane.channel'),
      application: t('lane.application'),
      purpose: t('lane.purpose'),
      storage: t('lane.storage'),
      recipient: t('lane.recipient'),
    },
    country: (code) => countryName(code, locale),
    internal: t('internalBand'),
    uses: (uses) => t('uses', { count: uses, number: number(uses) }),
    sensitiveUses: (uses) => t('sensitiveUses', { number: number(uses) }),
    legend: { plain: t('plain'), sensitive: t('sensitive'), crossBorder: t('crossBorder'), both: t('both') },
  };
}
