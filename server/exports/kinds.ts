import type { ExportKind } from '../../shared/export.ts';
import type { ExportMaker } from './maker.ts';

// The type of the input is the maker's own affair: it is given back what its own schema has made of it.
// eslint-disable-next-line @typescript-eslint/no-explicit-any
type Loaded = Promise<ExportMaker<any>>;

/** How each kind is made; loaded when it is first made, so that a document's tools cost nothing until then. */
const MAKERS: Partial<Record<ExportKind, () => Loaded>> = {
  'application-ropa': async () => (await import('./ropa.ts')).applicationRopa,
  ropa: async () => (await import('./ropa.ts')).ropa,
  'lawful-basis': async () => (await import('./purposes.ts')).lawfulBasis,
  'third-party-disclosure': async () => (await import('./purposes.ts')).thirdPartyDisclosure,
  responsible: async () => (await import('./purposes.ts')).responsible,
  inventories: async () => (await import('./inventories.ts')).inventories,
  'data-sharing': async () => (await import('./dataSharing.ts')).dataSharingRelations,
  'data-flow-diagram': async () => (await import('./dataFlowDiagram.ts')).dataFlowDiagram,
  'user-consents': async () => (await import('./userConsents.ts')).userConsents,
  incidents: async () => (await import('./incident/register.ts')).incidents,
  'incident-report': async () => (await import('./incident/report.ts')).incidentReport,
  'incident-authority-form': async () => (await import('./incident/authorityForm.ts')).authorityForm,
  'activity-logs': async () => (await import('./activityLogs.ts')).activityLogs,
};

/** The maker of a kind; undefined for one that this version does not make. */
export const makerOf = (kind: string): Loaded | undefined => MAKERS[kind as ExportKind]?.();
