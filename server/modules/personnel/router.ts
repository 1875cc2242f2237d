import { z } from 'zod';
import {
  addExistingPersonnel,
  checkedUser,
  checkUserInput,
  createPersonnel,
  deactivatePersonnel,
  listPersonnel,
  personnel,
  personnelChoice,
  personnelList,
  pickPersonnel,
  suspendPersonnel,
  taskOverview,
  updatePersonnel,
} from '../../../shared/personnel/schema.ts';
import { byId } from '../../../shared/text.ts';
import { authed, can, router } from '../../platform/trpc/trpc.ts';
import * as invitations from './invitations.ts';
import * as service from './service.ts';
import * as standing from './standing.ts';

const path = '/{ws}/personnels';

export const personnelRouter = router({
  list: can('organization.read')
    .meta({ rest: { method: 'GET', path, summary: 'List personnel' } })
    .input(listPersonnel)
    .output(personnelList)
    .query(({ ctx, input }) => service.list(ctx, input)),
  pick: can('organization.pick')
    .input(pickPersonnel)
    .output(z.array(personnelChoice))
    .query(({ ctx, input }) => service.pick(ctx, input)),
  get: can('organization.read')
    .meta({ rest: { method: 'GET', path: `${path}/{id}`, summary: 'Get a person' } })
    .input(byId)
    .output(personnel)
    .query(({ ctx, input }) => service.get(ctx, input)),
  taskOverview: can('organization.read')
    .meta({
      rest: {
        method: 'GET',
        path: `${path}/{id}/task-overview`,
        summary: "A person's pending and active tasks by module",
      },
    })
    .input(byId)
    .output(taskOverview)
    .query(({ ctx, input }) => service.taskOverview(ctx, input)),
  create: can('organization.write')
    .meta({
      rest: { method: 'POST', path, summary: 'Invite a person by e-mail', status: 201 },
    })
    .input(createPersonnel)
    .output(personnel)
    .mutation(({ ctx, input }) => invitations.create(ctx, input)),
  resendInvitation: can('organization.write')
    .input(byId)
    .output(personnel)
    .mutation(({ ctx, input }) => standing.resend(ctx, input)),
  addExisting: can('organization.write')
    .meta({
      rest: {
        method: 'POST',
        path: `${path}/existing`,
        summary: 'Add a colleague of another workspace of the organisation',
        status: 201,
      },
    })
    .input(addExistingPersonnel)
    .output(personnel)
    .mutation(({ ctx, input }) => service.addExisting(ctx, input)),
  update: can('organization.write')
    .meta({ rest: { method: 'PUT', path: `${path}/{id}`, summary: 'Change a person' } })
    .input(updatePersonnel)
    .output(personnel)
    .mutation(({ ctx, input }) => service.update(ctx, input)),
  suspend: can('organization.write')
    .meta({
      rest: { method: 'POST', path: `${path}/{id}/suspense`, summary: 'Suspend a person; open tasks move to another' },
    })
    .input(suspendPersonnel)
    .output(personnel)
    .mutation(({ ctx, input }) => standing.suspend(ctx, input)),
  unsuspend: can('organization.write')
    .meta({
      rest: { method: 'POST', path: `${path}/{id}/unsuspense`, summary: 'End a suspension' },
    })
    .input(byId)
    .output(personnel)
    .mutation(({ ctx, input }) => standing.unsuspend(ctx, input)),
  activate: can('organization.write')
    .meta({ rest: { method: 'POST', path: `${path}/{id}/active`, summary: 'Make a person active again' } })
    .input(byId)
    .output(personnel)
    .mutation(({ ctx, input }) => standing.activate(ctx, input)),
  deactivate: can('organization.write')
    .meta({
      rest: {
        method: 'POST',
        path: `${path}/{id}/inactive`,
        summary: 'Make a person inactive; open tasks move to another',
      },
    })
    .input(deactivatePersonnel)
    .output(personnel)
    .mutation(({ ctx, input }) => standing.deactivate(ctx, input)),
  checkUser: authed
    .meta({
      rest: { method: 'GET', path: '/check-users', summary: "Whether an e-mail is known in the caller's organisation" },
    })
    .input(checkUserInput)
    .output(checkedUser)
    .query(({ ctx, input }) => service.checkUser(ctx, input)),
});
