import { pageAddress } from '../../../shared/registry/addresses.ts';
import type { Incident } from '../../../shared/incident/schema.ts';
import { owedOf } from '../../../shared/incident/status.ts';
import type { NotificationTab } from '../../../shared/incidentNotification/schema.ts';

export const LIST = pageAddress('incidentNotifications');
export const TABS = ['management', 'authority', 'subject'] as const satisfies readonly NotificationTab[];

/** The tab named in an address, if any. */
export const tabOf = (requested: string | null): NotificationTab | undefined => TABS.find((one) => one === requested);
export const tabHref = (tab: NotificationTab): string => `?tab=${tab}`;
/** Tabs with outstanding notifications, the most urgent first. */
export const owedTabs = (incident: Incident): NotificationTab[] =>
  owedOf(incident).map((one) => ({ AUTHORITY: 'authority', SUBJECTS: 'subject' } as const)[one]);
