import { defineModule } from '../../platform/modules/manifest.ts';

export const ropaModule = defineModule({
  name: 'ropa',
  exports: {
    'application-ropa': async () => (await import('./exports.ts')).applicationRopa,
    ropa: async () => (await import('./exports.ts')).ropa,
  },
});
