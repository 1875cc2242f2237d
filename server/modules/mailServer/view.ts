import { isoTime } from '../../../db/values.ts';
import type { Mailbox } from '../../../shared/mailServer/mailbox.ts';
import type { MailServer } from '../../../shared/mailServer/schema.ts';
import type { Organization } from '../../platform/auth/places.ts';
import { domainOf } from '../../platform/mail/transport.ts';
import { sentToday, type ServerRow } from './queries.ts';

/** A server as the API returns it: never with its password. */
export function viewOf(row: ServerRow, { owned }: Pick<Organization, 'owned'>, now: Date): MailServer {
  const { links, day: _day, sent: _sent, dkimSelector, dkimPublic, ...server } = row;
  const used = new Set(links.map(({ id }) => id));
  const workspaces = owned.flatMap(({ workspace: { id, name } }) => (used.has(id) ? [{ id, name }] : []));
  return {
    ...server,
    fault: server.fault && { ...server.fault, at: isoTime(server.fault.at) },
    state: !server.active ? 'inactive' : server.fault ? 'failing' : 'working',
    sentToday: sentToday(row, now),
    workspaces,
    otherWorkspaces: used.size - workspaces.length,
    mailbox: server.mailbox && mailboxOf(server.mailbox),
    dkim: dkimOf(server.fromAddress, dkimSelector, dkimPublic),
  };
}

const mailboxOf = ({ kind, answer, at, read, ...mailbox }: NonNullable<ServerRow['mailbox']>): Mailbox => ({
  ...mailbox,
  lastReadAt: read && isoTime(read),
  fault: kind && at ? { kind, answer: answer ?? '', at: isoTime(at) } : null,
});

/** RFC 6376 section 3.6.1. */
const dkimOf = (fromAddress: string, selector: string, publicKey: string): MailServer['dkim'] =>
  selector === ''
    ? null
    : { selector, name: `${selector}._domainkey.${domainOf(fromAddress)}`, value: `v=DKIM1; k=rsa; p=${publicKey}` };
