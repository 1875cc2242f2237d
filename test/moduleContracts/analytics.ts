import type { ModuleContract } from '../moduleContracts.ts';
import { listed, of, ws } from '../tenancy/sample.ts';

const V1 = '/api/v1';

export default {
  calls: [
    ['POST', `${V1}/analytics/pageview`, 'open'],
    ['GET', `${V1}/{ws}/page-views`, 'workspace.manage'],
    ['GET', `${V1}/{ws}/page-views/summary`, 'workspace.manage'],
    ['POST', `${V1}/{ws}/exports/page-views`, 'workspace.manage'],
    ['GET', `${V1}/admin-service/page-views`, 'admin.console'],
    ['GET', `${V1}/admin-service/page-views/summary`, 'admin.console'],
  ],
  samples: {
    'analytics.pageview': { input: () => ({ route: '/workspaces' }) },
    'analytics.summary': { input: ({ ws }) => ({ ws }) },
    'analytics.list': { input: ({ ws }) => ({ ws, pageSize: 100, currentPage: 1 }) },
    'analytics.consoleSummary': of(ws),
    'analytics.consoleList': listed,
    'analytics.startExport': { input: ({ ws }) => ({ ws, format: 'csv', input: {} }) },
  },
  unchanging: ['analytics.list', 'analytics.summary', 'analytics.consoleList', 'analytics.consoleSummary'],
  menu: { pageViews: 'A' },
  writers: ['expire_page_views'],
  async fill({ owner, deps }, { ws }) {
    const day = deps.now().toISOString().slice(0, 'YYYY-MM-DD'.length);
    await owner.insertInto('workspacePageViews').values({ workspaceId: ws, day, route: '/consent/:id' }).execute();
  },
} satisfies ModuleContract;
