import { defineModule } from '../../platform/modules/manifest.ts';
import { personnelRouter } from './router.ts';
import { photo } from './files.ts';

export const personnelModule = defineModule({ name: 'personnel', router: personnelRouter, files: [photo] });
