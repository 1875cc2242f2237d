import { NOTIFICATION_TABS, type IncidentNotification, type NotificationTab, type RecipientGroup } from '../../../shared/incidentNotification.ts';

export const LIST = '/data-breach/incident-notification';
export const TABS = ['management', 'authority', 'subject'] as const satisfies readonly NotificationTab[];

/** The tab that an address names, or the first. */
export const tabOf = (asked: string | null): NotificationTab => TABS.find((one) => one === asked) ?? 'management';
/** Address of a tab. The first has the page's own. */
export const tabHref = (tab: NotificationTab): string => (tab === 'management' ? '?' : `?tab=${tab}`);
/** Which tab a group is told in. */
export const tabOfGroup = (group: RecipientGroup): NotificationTab => TABS.find((tab) => (NOTIFICATION_TABS[tab] as readonly RecipientGroup[]).includes(group))!;
export const inTab = (tab: NotificationTab, rows: readonly IncidentNotification[]): IncidentNotification[] => rows.filter(({ recipientGroup }) => tabOfGroup(recipientGroup) === tab);
