import { exportDataFlow, type FlowEdge, type FlowNode, nodeKey } from '../../../shared/dataFlow/schema.ts';
import type { Drawn } from '../../../shared/dataFlow/drawing.ts';
import { indexed, partOf, pathOf } from '../../../shared/dataFlow/graph.ts';
import type { Places } from '../../../shared/dataFlow/geometry.ts';
import { countryName } from '../../../shared/country.ts';
import { translate } from '../../platform/i18n.ts';
import { flowPicture, flowWords, placed } from './picture.ts';
import { graphOf } from './service.ts';
import { callout, heading, image, type ReportDocument, table } from '../../platform/documents/document.ts';
import { byRecord, type FilterStatements, statedFilters } from '../../platform/exports/filters.ts';
import type { ExportJob, ExportMaker } from '../../platform/exports/maker.ts';
import { pdfOf } from '../../platform/exports/pdf.ts';
import { timeText } from '../../platform/dateTexts.ts';
import { fileNameOf } from '../../platform/exports/texts.ts';

const input = exportDataFlow.extend({
  /** Only the paths through this node, as when the screen focuses on it. */
  focus: nodeKey.optional(),
});
type Input = (typeof input)['_output'];

const label = ({ locale }: ExportJob<Input>, key: string): string => translate(locale, `dataFlow:filter.${key}`);

/** The filters of the flows, in words. */
const FILTERS: FilterStatements<Input> = {
  applicationId: byRecord((job) => label(job, 'application'), 'applications'),
  purposeId: byRecord((job) => label(job, 'purpose'), ['purposes', 'title']),
  piiCategoryId: byRecord((job) => label(job, 'category'), ['piiCategories', 'name']),
  country: (country, job) => `${label(job, 'country')}: ${countryName(country, job.locale)}`,
  sensitive: (_, job) => label(job, 'sensitive'),
  // With the name that the node has in the graph.
  focus: null,
  positions: null,
};

/** Height to width of the area for a picture on a landscape page, below the title. */
const ROOM = 0.6;
/** Flows in the table after the picture, the largest ones. */
const LISTED_FLOWS = 1000;

/** The data-flow diagram on one page, drawn like the screen, and its flows as a table. */
export const dataFlowDiagram: ExportMaker<Input> = {
  input,
  filters: FILTERS,
  fileName: (job) => fileNameOf(job, translate(job.locale, 'dataFlow:export.fileName')),
  async make(job) {
    const { positions, focus, ...filters } = job.input;
    const fullGraph = await job.transaction((trx) => graphOf(trx, job.workspace.id, filters));
    const graph = indexed(fullGraph);
    // Like the screen, which draws everything where the filters exclude the node in focus.
    const drawn = focus && graph.node(focus) ? partOf(graph, pathOf(graph, { node: focus })) : graph;
    const displayed = new Map(positions.map(({ node, x, y }) => [node, { x, y }]));
    return pdfOf(
      job.deps,
      documentOf(job, {
        drawn,
        places: placed(drawn, { graph, stored: fullGraph.positions, displayed }),
        cut: fullGraph.meta.truncated ? { edges: graph.edges.length, total: fullGraph.meta.totalEdges } : null,
        stated: await statedFilters(job, dataFlowDiagram),
      }),
    );
  },
};

interface Picture {
  drawn: Drawn;
  places: Places;
  /** Of a graph that is too large to be drawn: the largest flows that are, and all. */
  cut: { edges: number; total: number } | null;
  /** The filters in words. */
  stated: string[];
}

export function documentOf(job: ExportJob<Input>, { drawn, places, cut, stated }: Picture): ReportDocument {
  const { locale, workspace, requestedAt, requestedBy } = job;
  const { focus } = job.input;
  const name = ({ name: own }: FlowNode) => (locale === 'en' && own.en ? own.en : own.th);
  const t = (key: string, values?: Record<string, unknown>) => translate(locale, `dataFlow:${key}`, values);
  const words = flowWords(locale);
  const number = new Intl.NumberFormat('en').format;
  const focused = drawn.nodes.find(({ key }) => key === focus);
  const counted = ({ length: count }: readonly unknown[]) => ({ count, number: number(count) });
  const size = t('summary', { ...counted(drawn.nodes), flows: t('flows', counted(drawn.edges)) });
  const names = new Map(drawn.nodes.map((node) => [node.key, name(node)]));
  const listed = drawn.edges.slice(0, LISTED_FLOWS);
  const mark = ({ sensitiveUses, crossBorder }: FlowEdge) => [
    ...(sensitiveUses > 0 ? [words.legend.sensitive] : []),
    ...(crossBorder ? [words.legend.crossBorder] : []),
  ];
  const subtitle = [size, `${t('export.asOf', { time: timeText(locale, requestedAt) })} · ${requestedBy.name}`];
  const narrowing = [...stated, ...(focused ? [t('focus.on', { name: name(focused) })] : [])];
  const svg = flowPicture(drawn, places, { ...words, title: workspace.name, subtitle });
  const [width = 1, height = 1] = (/width="(\d+)" height="(\d+)"/.exec(svg) ?? []).slice(1).map(Number);
  return {
    locale,
    landscape: true,
    title: words.title,
    ...(narrowing.length > 0 && { subtitle: narrowing.join(' · ') }),
    meta: [],
    footer: `${workspace.name} · ${words.title}`,
    blocks: [
      ...(cut
        ? [
            callout(
              'warn',
              t(focused ? 'truncatedPath' : 'truncated', { edges: number(cut.edges), total: number(cut.total) }),
            ),
          ]
        : []),
      image(svg, `${words.title}: ${size}`, Math.min(100, Math.floor((100 * ROOM * width) / height))),
      heading(
        1,
        listed.length < drawn.edges.length
          ? t('table.largest', { listed: number(listed.length), total: number(drawn.edges.length) })
          : t('table.caption'),
      ),
      table(
        [
          { header: t('table.from'), width: 3 },
          { header: t('table.to'), width: 3 },
          { header: t('usesLabel'), align: 'end' },
          { header: t('sensitiveUsesLabel'), align: 'end' },
          { header: t('table.marks'), width: 2 },
        ],
        listed.map((edge) => [
          names.get(edge.from) ?? '',
          names.get(edge.to) ?? '',
          String(edge.uses),
          String(edge.sensitiveUses),
          mark(edge),
        ]),
      ),
    ],
  };
}
