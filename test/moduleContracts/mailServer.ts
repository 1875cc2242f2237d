import type { ModuleContract } from '../moduleContracts.ts';
import { listed, of, page, ws } from '../tenancy/sample.ts';

const SERVERS = '/api/v1/admin/mail-servers';

export default {
  calls: [
    ['POST', SERVERS, 'admin.console'],
    ['GET', SERVERS, 'admin.console'],
    ['GET', `${SERVERS}/{id}`, 'admin.console'],
    ['PATCH', `${SERVERS}/{id}`, 'admin.console'],
    ['DELETE', `${SERVERS}/{id}`, 'admin.console'],
    ['GET', `${SERVERS}/{id}/failures`, 'admin.console'],
    ['POST', `${SERVERS}/{id}/test`, 'admin.console'],
    ['PUT', `${SERVERS}/{id}/mailbox`, 'admin.console'],
    ['DELETE', `${SERVERS}/{id}/mailbox`, 'admin.console'],
    ['POST', `${SERVERS}/{id}/workspaces/{wid}`, 'admin.console'],
    ['DELETE', `${SERVERS}/{id}/workspaces/{wid}`, 'admin.console'],
  ],
  samples: {
    'mailServer.list': listed,
    'mailServer.get': of((world) => ({ ws: world.ws, id: world.mailServerId })),
    'mailServer.failures': of((world) => ({ ws: world.ws, id: world.mailServerId, ...page })),
    'mailServer.workspaces': of(ws),
    'mailServer.create': of((world) => ({
      ws: world.ws,
      name: 'Post',
      host: 'smtp.example.com',
      port: 465,
      encryption: 'tls',
      fromAddress: 'privacy@example.com',
    })),
    'mailServer.update': of((world) => ({ ws: world.ws, id: world.mailServerId, rowVersion: 1, fromName: 'Privacy' })),
    'mailServer.remove': of((world) => ({ ws: world.ws, id: world.mailServerId })),
    'mailServer.sign': of((world) => ({ ws: world.ws, id: world.mailServerId, rowVersion: 1, selector: 'pokpong' })),
    'mailServer.unsign': of((world) => ({ ws: world.ws, id: world.mailServerId, rowVersion: 1 })),
    'mailServer.setMailbox': of((world) => ({
      ws: world.ws,
      id: world.mailServerId,
      rowVersion: 1,
      // A host that never exists: RFC 2606.
      host: 'imap.invalid',
      username: 'bounces',
      password: 'a password',
    })),
    'mailServer.removeMailbox': of((world) => ({ ws: world.ws, id: world.mailServerId, rowVersion: 1 })),
    'mailServer.testMailbox': of((world) => ({ ws: world.ws, id: world.mailServerId })),
    'mailServer.sendTest': of((world) => ({ ws: world.ws, id: world.mailServerId })),
    'mailServer.link': of((world) => ({ ws: world.ws, id: world.mailServerId, wid: world.ws })),
    'mailServer.unlink': of((world) => ({ ws: world.ws, id: world.mailServerId, wid: world.ws })),
  },
} satisfies ModuleContract;
