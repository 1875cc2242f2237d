/** The list of incidents, and one of them. */
export const LIST = '/data-breach/incident-management';
export const incidentHref = (id: string): string => `${LIST}/${id}`;
/** What was told to whom about an incident. */
export const notificationHref = (id: string): string => `/data-breach/incident-notification/${id}`;
