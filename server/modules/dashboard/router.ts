import {
  completenessChart,
  crossBorderChart,
  lawfulBasisChart,
  recordFigures,
  responsibleChart,
  thirdPartyChart,
} from '../../../shared/dashboard/schema.ts';
import { startOf } from '../../platform/exports/startOf.ts';
import { can, router } from '../../platform/trpc/trpc.ts';
import * as service from './service.ts';

const path = '/workspaces/{ws}/purposes';

export const dashboardRouter = router({
  figures: can('dashboard.read')
    .output(recordFigures)
    .query(({ ctx }) => service.figures(ctx)),
  // This spelling is part of the contract.
  lawfulBasis: can('dashboard.read')
    .meta({
      rest: { method: 'GET', path: `${path}/lawfull-basis`, summary: 'Count purposes by lawful basis' },
    })
    .output(lawfulBasisChart)
    .query(({ ctx }) => service.lawfulBasis(ctx)),
  thirdPartyDisclosure: can('dashboard.read')
    .meta({
      rest: {
        method: 'GET',
        path: `${path}/third-party-disclosure`,
        summary: 'Count purposes that disclose to third parties',
      },
    })
    .output(thirdPartyChart)
    .query(({ ctx }) => service.thirdPartyDisclosure(ctx)),
  responsible: can('dashboard.read')
    .meta({
      rest: { method: 'GET', path: `${path}/responsible`, summary: 'Count purposes by responsible department' },
    })
    .output(responsibleChart)
    .query(({ ctx }) => service.responsible(ctx)),
  crossBorder: can('dashboard.read')
    .meta({
      rest: { method: 'GET', path: `${path}/cross-border`, summary: 'Count purposes by country that data goes to' },
    })
    .output(crossBorderChart)
    .query(({ ctx }) => service.crossBorder(ctx)),
  completeness: can('dashboard.read')
    .output(completenessChart)
    .query(({ ctx }) => service.completeness(ctx)),
  startLawfulBasisExport: startOf(
    'lawful-basis',
    '/{ws}/exports/purposes/lawful-basis',
    'Start an export of purposes by lawful basis',
  ),
  startThirdPartyExport: startOf(
    'third-party-disclosure',
    '/{ws}/exports/purposes/third-party-disclosure',
    'Start an export of purposes that disclose to third parties',
  ),
  startResponsibleExport: startOf(
    'responsible',
    '/{ws}/exports/purposes/responsible',
    'Start an export of purposes by who is responsible',
  ),
});
