/** A person, with the fields of the public forms. */
export interface WebFormPerson {
  firstName: string;
  lastName: string;
  email: string;
  /** ISO 3166-1 alpha-2. */
  country: string;
}

export interface WebFormIdentity {
  identity: WebFormPerson;
  guardian?: WebFormPerson;
}

// Only in memory: it names people, and so must be in no storage of the browser.
const identities = new Map<string, WebFormIdentity>();

/**
 * The identity that a member entered, until the tab is closed or reloaded. Members are of one workspace and one person:
 * another who signs in later reads nothing of it.
 */
export const webFormIdentity = (personnelId: string): WebFormIdentity | undefined => identities.get(personnelId);

export function rememberWebFormIdentity(personnelId: string, identity: WebFormIdentity): void {
  identities.clear();
  identities.set(personnelId, identity);
}
