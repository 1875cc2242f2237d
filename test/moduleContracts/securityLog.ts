import type { ModuleContract } from '../moduleContracts.ts';
import { listed } from '../tenancy/sample.ts';

const V1 = '/api/v1';

export default {
  calls: [['GET', `${V1}/{ws}/security-logs`, 'workspace.manage']],
  samples: { 'securityLog.list': listed },
  unchanging: ['securityLog.list'],
  menu: { securityLogs: 'A' },
  writers: ['expire_security_logs', 'log_workspace_end'],
} satisfies ModuleContract;
