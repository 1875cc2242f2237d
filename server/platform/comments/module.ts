import { defineModule } from '../modules/manifest.ts';
import { commentRouter } from './router.ts';

export const commentModule = defineModule({ name: 'comment', router: commentRouter });
