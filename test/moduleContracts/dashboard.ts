import type { ModuleContract } from '../moduleContracts.ts';
import { of, ws } from '../tenancy/sample.ts';

const V1 = '/api/v1';

export default {
  calls: [
    ['GET', `${V1}/workspaces/{ws}/purposes/lawfull-basis`, 'dashboard.read'],
    ['GET', `${V1}/workspaces/{ws}/purposes/third-party-disclosure`, 'dashboard.read'],
    ['GET', `${V1}/workspaces/{ws}/purposes/responsible`, 'dashboard.read'],
    ['GET', `${V1}/workspaces/{ws}/purposes/cross-border`, 'dashboard.read'],
    ['POST', `${V1}/{ws}/exports/purposes/lawful-basis`, 'dashboard.read'],
    ['POST', `${V1}/{ws}/exports/purposes/third-party-disclosure`, 'dashboard.read'],
    ['POST', `${V1}/{ws}/exports/purposes/responsible`, 'dashboard.read'],
  ],
  samples: {
    'dashboard.figures': of(ws),
    'dashboard.lawfulBasis': of(ws),
    'dashboard.thirdPartyDisclosure': of(ws),
    'dashboard.responsible': of(ws),
    'dashboard.crossBorder': of(ws),
    'dashboard.completeness': of(ws),
    'dashboard.startLawfulBasisExport': of(ws),
    'dashboard.startThirdPartyExport': of(ws),
    'dashboard.startResponsibleExport': of(ws),
  },
  menu: { dashboard: 'ADT' },
} satisfies ModuleContract;
