/** A person, with the fields of the public forms. */
interface WebFormPerson {
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

/** The identity with which request forms of this workspace start, until the tab is closed or reloaded. */
export const webFormIdentity = (ws: string): WebFormIdentity | undefined => identities.get(ws);

export function rememberWebFormIdentity(ws: string, identity: WebFormIdentity): void {
  identities.set(ws, identity);
}
