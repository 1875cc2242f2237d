import i18next from 'i18next';
import { EXPORT_KINDS, type ExportKind } from '../../shared/registry/exportKinds.ts';

/** The name of a kind of export, in the texts of its module, which are deferred. */
export const exportTitle = (kind: ExportKind): string => i18next.t(EXPORT_KINDS[kind].title as 'ui:yes');
