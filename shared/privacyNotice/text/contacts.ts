import type { NoticeFacts, PurposeFacts, Words } from './facts.ts';
import { same, type Ways } from './sentences.ts';

/** Parts of a contact in one line; empty ones are left out. */
export const contactOf = (...parts: readonly string[]): string => parts.filter((part) => part !== '').join(' · ');

/** The name by which the notice calls whoever is responsible. */
export function organizationName({ organization, controller }: NoticeFacts): Words {
  const name = organization.name.th ? organization.name : controller.name;
  const acronym = organization.acronym && ` (${organization.acronym})`;
  return { th: `${name.th}${acronym}`, en: `${name.en || name.th}${acronym}` };
}

const addressOf = ({ organization, controller }: NoticeFacts): string => organization.address || controller.address;
/** How the data controller is reached. */
export const contactOfController = (facts: NoticeFacts): string =>
  contactOf(addressOf(facts), facts.controller.email, facts.controller.phone);
/** How the data protection officer is reached; empty where none is named. */
export const contactOfOfficer = (facts: NoticeFacts): string => {
  const { name, email, phone, sameAddress, address } = facts.dpo;
  return name || email || phone ? contactOf(name, email, phone, sameAddress ? addressOf(facts) : address) : '';
};

/** Who answers requests where there is no form for them. */
export const requestContact = (facts: NoticeFacts): string => contactOfOfficer(facts) || contactOfController(facts);

/**
 * Where consent to a purpose is withdrawn, among the request forms that offer it: by the one, of several by those of
 * the applications that have the purpose, otherwise by the contact.
 */
export function waysOf(facts: NoticeFacts, purpose: PurposeFacts): Ways {
  const { applications } = facts;
  const offering = facts.requestForms.filter(({ takesWithdrawals }) => takesWithdrawals);
  const having = applications.filter(({ purposes }) => purposes.some(({ id }) => id === purpose.id));
  const forms =
    offering.length === 1
      ? offering
      : offering.filter(({ applicationId }) => having.some(({ id }) => id === applicationId));
  const contact = requestContact(facts);
  const links = forms.map(({ url }) => url);
  return {
    contact: same(contact),
    withdrawal:
      links.length > 0
        ? { th: `ที่ ${links.join(' หรือ ')}`, en: `at ${links.join(' or ')}` }
        : { th: `ที่ ${contact}`, en: `by contacting ${contact}` },
  };
}
