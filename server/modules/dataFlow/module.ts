import { defineModule } from '../../platform/modules/manifest.ts';
import { dataFlowRouter } from './router.ts';

export const dataFlowModule = defineModule({
  name: 'dataFlow',
  router: dataFlowRouter,
  exports: {
    'data-flow-diagram': async () => (await import('./exports.ts')).dataFlowDiagram,
  },
});
