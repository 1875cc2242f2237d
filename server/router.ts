import { modules } from './modules/index.ts';
import { routersOf } from './platform/modules/manifest.ts';
import { router } from './platform/trpc/trpc.ts';

/** The procedures of all modules. */
export const appRouter = router(routersOf(modules));

export type AppRouter = typeof appRouter;
