import {
  byServer,
  createMailServer,
  linkableWorkspaces,
  linkedWorkspace,
  listMailFailures,
  listMailServers,
  mailFailureList,
  mailServer,
  mailServerList,
  mailServerTest,
  signMailServer,
  unsignMailServer,
  updateMailServer,
} from '../../../shared/mailServer/schema.ts';
import { mailboxTest, removeMailbox, setMailbox } from '../../../shared/mailServer/mailbox.ts';
import { maybeInWorkspace } from '../../../shared/text.ts';
import { canSomewhere, router } from '../../platform/trpc/trpc.ts';
import * as links from './links.ts';
import * as mailboxes from './mailbox/service.ts';
import { testMailbox } from './mailbox/testing.ts';
import * as reading from './reading.ts';
import * as service from './service.ts';
import { sendTest } from './testMail.ts';

// Of the organisation of `ws`; without it, of all in which the caller is Admin and the console is on.
export const mailServerRouter = router({
  list: canSomewhere('admin.console')
    .meta({
      rest: { method: 'GET', path: '/admin/mail-servers', summary: 'List the mail servers of the organisation' },
    })
    .input(listMailServers)
    .output(mailServerList)
    .query(({ ctx, input }) => reading.list(ctx, input)),
  get: canSomewhere('admin.console')
    .meta({
      rest: {
        method: 'GET',
        path: '/admin/mail-servers/{id}',
        summary: 'Get a mail server; its password is never answered',
      },
    })
    .input(byServer)
    .output(mailServer)
    .query(({ ctx, input }) => reading.get(ctx, input)),
  failures: canSomewhere('admin.console')
    .meta({
      rest: {
        method: 'GET',
        path: '/admin/mail-servers/{id}/failures',
        summary: 'List what went wrong at a mail server, by day and cause',
      },
    })
    .input(listMailFailures)
    .output(mailFailureList)
    .query(({ ctx, input }) => reading.failures(ctx, input)),
  workspaces: canSomewhere('admin.console')
    .input(maybeInWorkspace)
    .output(linkableWorkspaces)
    .query(({ ctx, input }) => links.workspaces(ctx, input)),
  create: canSomewhere('admin.console')
    .meta({ rest: { method: 'POST', path: '/admin/mail-servers', summary: 'Add a mail server', status: 201 } })
    .input(createMailServer)
    .output(mailServer)
    .mutation(({ ctx, input }) => service.create(ctx, input)),
  update: canSomewhere('admin.console')
    .meta({
      rest: {
        method: 'PATCH',
        path: '/admin/mail-servers/{id}',
        summary: 'Change a mail server; what is left out stays as it is',
      },
    })
    .input(updateMailServer)
    .output(mailServer)
    .mutation(({ ctx, input }) => service.update(ctx, input)),
  remove: canSomewhere('admin.console')
    .meta({
      rest: {
        method: 'DELETE',
        path: '/admin/mail-servers/{id}',
        summary: 'Remove a mail server; the global one, if there is one, carries the mails of its workspaces again',
      },
    })
    .input(byServer)
    .output(mailServer)
    .mutation(({ ctx, input }) => service.remove(ctx, input)),
  sign: canSomewhere('admin.console')
    .input(signMailServer)
    .output(mailServer)
    .mutation(({ ctx, input }) => service.sign(ctx, input)),
  unsign: canSomewhere('admin.console')
    .input(unsignMailServer)
    .output(mailServer)
    .mutation(({ ctx, input }) => service.unsign(ctx, input)),
  setMailbox: canSomewhere('admin.console')
    .meta({
      rest: {
        method: 'PUT',
        path: '/admin/mail-servers/{id}/mailbox',
        summary: 'Have returned mails looked for in a mailbox; without a password the one before stays',
      },
    })
    .input(setMailbox)
    .output(mailServer)
    .mutation(({ ctx, input }) => mailboxes.setMailbox(ctx, input)),
  removeMailbox: canSomewhere('admin.console')
    .meta({
      rest: {
        method: 'DELETE',
        path: '/admin/mail-servers/{id}/mailbox',
        summary: 'No longer look for returned mails; settings and password of the mailbox are removed',
      },
    })
    .input(removeMailbox)
    .output(mailServer)
    .mutation(({ ctx, input }) => mailboxes.removeMailbox(ctx, input)),
  testMailbox: canSomewhere('admin.console')
    .input(byServer)
    .output(mailboxTest)
    .mutation(({ ctx, input }) => testMailbox(ctx, input)),
  sendTest: canSomewhere('admin.console')
    .meta({
      rest: {
        method: 'POST',
        path: '/admin/mail-servers/{id}/test',
        summary: 'Send the caller a test mail by a mail server, and tell what the server answered',
      },
    })
    .input(byServer)
    .output(mailServerTest)
    .mutation(({ ctx, input }) => sendTest(ctx, input)),
  link: canSomewhere('admin.console')
    .meta({
      rest: {
        method: 'POST',
        path: '/admin/mail-servers/{id}/workspaces/{wid}',
        summary: 'Let a mail server carry the mails of a workspace, in place of the one that did',
      },
    })
    .input(linkedWorkspace)
    .output(mailServer)
    .mutation(({ ctx, input }) => links.link(ctx, input)),
  unlink: canSomewhere('admin.console')
    .meta({
      rest: {
        method: 'DELETE',
        path: '/admin/mail-servers/{id}/workspaces/{wid}',
        summary: 'Let the global mail server, if there is one, carry the mails of a workspace again',
      },
    })
    .input(linkedWorkspace)
    .output(mailServer)
    .mutation(({ ctx, input }) => links.unlink(ctx, input)),
});
