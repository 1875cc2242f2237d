import { conflict } from '../errors.ts';

const errors = {
  'piiCategory.attributeInUse': conflict('piiCategory:refused.attributeInUse'),
  'piiCategory.attributeLimit': conflict('piiCategory:refused.attributeLimit'),
  'piiCategory.attributeTaken': conflict('piiCategory:refused.attributeTaken'),
  'piiCategory.builtIn': conflict(
    'piiCategory:refused.builtInPart',
    'piiCategory:refused.builtInName',
    'piiCategory:refused.builtInSensitive',
  ),
  'piiCategory.limit': conflict('piiCategory:refused.limit'),
  'piiCategory.nameTaken': conflict('piiCategory:refused.nameTaken'),
  'piiCategory.sensitiveInUse': conflict('piiCategory:refused.sensitiveInUse'),
  'piiCategory.subCategoryInUse': conflict('piiCategory:refused.subCategoryInUse'),
  'piiCategory.subCategoryLimit': conflict('piiCategory:refused.subCategoryLimit'),
  'piiCategory.subCategoryTaken': conflict('piiCategory:refused.subCategoryTaken'),
};

export default errors;

type Errors = typeof errors;
declare module '../registry/errors.ts' {
  interface ModuleErrors extends Errors {}
}
