import { conflict } from '../errors.ts';

const errors = {
  'dataController.inUse': conflict(
    'organization:dataController.inUse',
    'organization:dataController.inUseByNotices',
    'organization:dataController.inUseByBoth',
  ),
};

export default errors;

type Errors = typeof errors;
declare module '../registry/errors.ts' {
  interface ModuleErrors extends Errors {}
}
