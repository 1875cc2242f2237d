import { type Drawn, type DrawingWords, drawSvg } from '../../../shared/dataFlow/drawing.ts';
import type { Places } from '../../../shared/dataFlow/geometry.ts';
import { heightsByNeighbours, placeInLanes } from '../../../shared/dataFlow/layout.ts';
import { countryName } from '../../../shared/country.ts';
import type { Locale } from '../../../shared/locale.ts';
import { translate } from '../../platform/i18n.ts';

/** Positions of the nodes as on the screen; nodes without a stored position are laid out automatically. */
export function placed({ nodes, edges }: Drawn, chosen: Places): Places {
  if (nodes.every(({ key }) => chosen.has(key))) return chosen;
  return new Map([...placeInLanes(nodes, heightsByNeighbours(nodes, edges)), ...chosen]);
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
    uses: (uses) => t('uses', { number: number(uses) }),
    sensitiveUses: (uses) => t('sensitiveUses', { number: number(uses) }),
    legend: { plain: t('plain'), sensitive: t('sensitive'), crossBorder: t('crossBorder'), both: t('both') },
  };
}
