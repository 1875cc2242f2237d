import { pageAddress } from '../../../shared/registry/addresses.ts';
import { recordAddress } from '../../../shared/registry/entities.ts';
import type { Locale } from '../../../shared/locale.ts';
import type { Role } from '../../../shared/registry/roles.ts';
import type { Config } from '../config.ts';
import { translate } from '../i18n.ts';
import { composeLetter, type Letter } from './letter.ts';
import { linkTo } from './links.ts';

/** What a mail asks `Mailer.enqueue` for, but for the workspace. */
export interface Mail extends Letter {
  kind: string;
  to: string;
  locale: Locale;
}

interface Reader {
  email: string;
  name: string;
  locale: Locale;
}
type Address = Pick<Config, 'publicUrl' | 'host' | 'port'>;

const addressed = (kind: string, reader: Reader, letter: Letter): Mail => ({
  kind,
  to: reader.email,
  locale: reader.locale,
  ...letter,
});

/** A time as people in Thailand read it; Buddhist era in Thai. */
function timeText(locale: Locale, at: Date): string {
  return new Intl.DateTimeFormat(locale === 'th' ? 'th-TH-u-ca-buddhist' : 'en-GB', {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: 'Asia/Bangkok',
  }).format(at);
}

/** The link with which a forgotten password is set anew. */
export function passwordResetMail(config: Address, reader: Reader, token: string): Mail {
  const say = (key: string) => translate(reader.locale, `mail:passwordReset.${key}`);
  return addressed(
    'passwordReset',
    reader,
    composeLetter({
      ...reader,
      subject: say('subject'),
      paragraphs: [say('lead')],
      action: { label: say('action'), url: linkTo(config, reader.locale, pageAddress('resetPassword'), token) },
      notes: [say('expiry'), say('notYou')],
    }),
  );
}

/** Tells the owner of an account that its password is another now. */
export function passwordChangedMail(reader: Reader, at: Date): Mail {
  const say = (key: string, values?: Record<string, unknown>) =>
    translate(reader.locale, `mail:passwordChanged.${key}`, values);
  return addressed(
    'passwordChanged',
    reader,
    composeLetter({
      ...reader,
      subject: say('subject'),
      paragraphs: [say('lead', { at: timeText(reader.locale, at) }), say('notYou')],
    }),
  );
}

/**
 * Invites a person into a workspace. `token` is the secret whose hash stands in `invitations` (`newToken` of
 * server/platform/auth/tokens.ts).
 */
export function invitationMail(
  config: Address,
  reader: Reader,
  invitation: { workspace: string; role: Role; token: string; expiresAt: Date },
): Mail {
  const say = (key: string, values?: Record<string, unknown>) =>
    translate(reader.locale, `mail:invitation.${key}`, values);
  const { workspace } = invitation;
  return addressed(
    'invitation',
    reader,
    composeLetter({
      ...reader,
      subject: say('subject', { workspace }),
      paragraphs: [say('lead', { workspace, role: translate(reader.locale, `mail:role.${invitation.role}`) })],
      action: { label: say('action'), url: linkTo(config, reader.locale, pageAddress('invitation'), invitation.token) },
      notes: [say('expiry', { until: timeText(reader.locale, invitation.expiresAt) }), say('notYou')],
    }),
  );
}

/** What somebody is asked to do with an incident, or must know of it. */
export type IncidentStep = 'submitted' | 'assigned' | 'responded' | 'sentBack' | 'rejected' | 'resolved';

/**
 * Tells whoever must act next on an incident. By its number alone: a title may name a data subject. `dueAt`: when the
 * authority must be told, while that clock runs. `last`: of further reports in this hour no mail comes.
 */
export function incidentStepMail(
  config: Address,
  reader: Reader,
  step: IncidentStep,
  incident: { id: string; number: number; workspace: string; dueAt: Date | null; last?: boolean | undefined },
): Mail {
  const say = (key: string, values?: Record<string, unknown>) =>
    translate(reader.locale, `mail:incidentStep.${key}`, values);
  const { id, number, workspace, dueAt, last } = incident;
  return addressed(
    `incident.${step}`,
    reader,
    composeLetter({
      ...reader,
      subject: say(`${step}.subject`, { number }),
      paragraphs: [
        say(`${step}.lead`, { number, workspace }),
        ...(dueAt ? [say('due', { at: timeText(reader.locale, dueAt) })] : []),
      ],
      action: { label: say('action'), url: linkTo(config, reader.locale, recordAddress('incident', id)) },
      ...(last && { notes: [say('last')] }),
    }),
  );
}

/** Greets the first Admin of a new organisation, and warns the owner of the address if it was not he. */
export function welcomeMail(config: Address, reader: Reader, names: { organization: string; workspace: string }): Mail {
  const say = (key: string, values?: Record<string, unknown>) =>
    translate(reader.locale, `mail:welcome.${key}`, values);
  return addressed(
    'welcome',
    reader,
    composeLetter({
      ...reader,
      subject: say('subject'),
      paragraphs: [say('lead', names)],
      action: { label: say('action'), url: linkTo(config, reader.locale, pageAddress('login')) },
      notes: [say('notYou')],
    }),
  );
}

/** Warns that the time for telling the authority of a breach is running out, or has. `leftMs` below zero: overdue. */
export function incidentClockMail(
  config: Address,
  reader: Reader,
  incident: { id: string; number: number; workspace: string; leftMs: number; dueAt: Date; last?: boolean | undefined },
): Mail {
  // Not the title: it may name a data subject, or be a stranger's words.
  const { number, workspace, leftMs } = incident;
  const state = leftMs < 0 ? 'overdue' : 'dueSoon';
  // To the nearest minute: a mail written a moment after 24 hours were left speaks of 24 hours.
  const minutes = Math.round(Math.abs(leftMs) / 60_000);
  const values = {
    number,
    workspace,
    hours: Math.floor(minutes / 60),
    minutes: minutes % 60,
    due: timeText(reader.locale, incident.dueAt),
  };
  const say = (key: string) => translate(reader.locale, `mail:incidentClock.${key}`, values);
  return addressed(
    state === 'overdue' ? 'incidentOverdue' : 'incidentDueSoon',
    reader,
    composeLetter({
      ...reader,
      subject: say(`${state}.subject`),
      paragraphs: [
        say(`${state}.lead`),
        ...(state === 'overdue' && minutes === 0 ? [] : [say(`${state}.span`)]),
        say('due'),
      ],
      action: {
        label: say('action'),
        url: linkTo(config, reader.locale, recordAddress('incident', incident.id)),
      },
      notes: [say(`${state}.duty`), ...(incident.last ? [say('last')] : [])],
    }),
  );
}
