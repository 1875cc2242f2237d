import type { ExportKind } from '../../../shared/export/schema.ts';
import type { ExportMaker } from './maker.ts';

// The type of the input is the maker's own affair: it is given back what its own schema has made of it.
// eslint-disable-next-line @typescript-eslint/no-explicit-any
type Loaded = Promise<ExportMaker<any>>;

/** How each kind is made; loaded when it is first made, so that a document's tools cost nothing until then. */
const MAKERS: Partial<Record<ExportKind, () => Loaded>> = {
  'application-ropa': async () => (await import('../../modules/ropa/exports.ts')).applicationRopa,
  ropa: async () => (await import('../../modules/ropa/exports.ts')).ropa,
  'lawful-basis': async () => (await import('../../modules/dashboard/exports.ts')).lawfulBasis,
  'third-party-disclosure': async () => (await import('../../modules/dashboard/exports.ts')).thirdPartyDisclosure,
  responsible: async () => (await import('../../modules/dashboard/exports.ts')).responsible,
  inventories: async () => (await import('../../modules/inventory/exports.ts')).inventories,
  'data-sharing': async () => (await import('../../modules/dataSharing/exports.ts')).dataSharingRelations,
  'data-flow-diagram': async () => (await import('../../modules/dataFlow/exports.ts')).dataFlowDiagram,
  'user-consents': async () => (await import('../../modules/userConsent/exports.ts')).userConsents,
  incidents: async () => (await import('../../modules/incident/exports/register.ts')).incidents,
  'incident-report': async () => (await import('../../modules/incident/exports/report.ts')).incidentReport,
  'incident-authority-form': async () =>
    (await import('../../modules/incident/exports/authorityForm.ts')).authorityForm,
  'activity-logs': async () => (await import('../../modules/activityLog/exports.ts')).activityLogs,
};

/** The maker of a kind; undefined for one that this version does not make. */
export const makerOf = (kind: string): Loaded | undefined => MAKERS[kind as ExportKind]?.();
