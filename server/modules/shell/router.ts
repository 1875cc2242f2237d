import { shellConfig } from '../../../shared/shell.ts';
import { open, router } from '../../trpc.ts';
import * as service from './service.ts';

export const shellRouter = router({
  config: open.output(shellConfig).query(({ ctx }) => service.config(ctx)),
});
