import type { Shape } from '../../shape.ts';
import type th from '../../th/pages/dataFlow.ts';

export default {
  dataFlowDiagram: 'Data-flow diagram',
} satisfies Shape<typeof th>;
