import type { EntityRule } from './entityRule.ts';

/** What connects a workspace with other systems, which events tell of. */
export const INTEGRATION_ENTITIES = {
  // Of lists; the module is that of no record.
  apiKey: {
    module: 'ORGANIZATION',
    offOverview: true,
    audience: 'workspace.manage',
    list: 'integrations',
    queries: { apiKey: true, 'serviceAccount.list': true },
  },
  serviceAccount: {
    module: 'ORGANIZATION',
    offOverview: true,
    audience: 'workspace.manage',
    list: 'serviceAccounts',
    queries: { serviceAccount: true, apiKey: true },
  },
  webhook: {
    module: 'ORGANIZATION',
    offOverview: true,
    audience: 'workspace.manage',
    page: 'webhook',
    list: 'webhooks',
    queries: { webhook: 'id', 'webhook.list': true },
  },
  mailServer: {
    module: 'ORGANIZATION',
    offOverview: true,
    audience: 'admin.console',
    list: 'mailServers',
    queries: { mailServer: 'id' },
  },
  schedule: {
    module: 'ORGANIZATION',
    offOverview: true,
    audience: 'admin.console',
    page: 'schedule',
    list: 'schedules',
    queries: { schedule: 'id', 'schedule.list': true },
  },
} as const satisfies Record<string, EntityRule>;
