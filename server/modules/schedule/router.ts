import { done } from '../../../shared/auth/schema.ts';
import {
  bySchedule,
  byTask,
  connectionTest,
  formList,
  forms,
  listForms,
  namedForms,
  createSchedule,
  listSchedules,
  listTasks,
  schedule,
  scheduleList,
  setActive,
  taskList,
  testConnection,
  updateSchedule,
} from '../../../shared/schedule/schema.ts';
import { canSomewhere, router } from '../../platform/trpc/trpc.ts';
import { test } from './connectionTest.ts';
import { formsNamed, listFormsOf } from './forms.ts';
import * as reading from './reading.ts';
import * as service from './service.ts';
import * as tasks from './tasks.ts';

const path = '/admin-service/export-consent-schedules' as const;
const one = `${path}/{id}` as const;

// Of the organisation of `ws`; without it, of all in which the caller is Admin and the console is on.
export const scheduleRouter = router({
  list: canSomewhere('admin.console')
    .meta({ rest: { method: 'GET', path, summary: 'List the scheduled exports of the organisation' } })
    .input(listSchedules)
    .output(scheduleList)
    .query(({ ctx, input }) => reading.list(ctx, input)),
  get: canSomewhere('admin.console')
    .meta({
      rest: { method: 'GET', path: one, summary: 'Get a scheduled export; its password and key are never answered' },
    })
    .input(bySchedule)
    .output(schedule)
    .query(({ ctx, input }) => reading.get(ctx, input)),
  tasks: canSomewhere('admin.console')
    .meta({
      rest: { method: 'GET', path: `${one}/tasks`, summary: 'List what a scheduled export delivered or tries to' },
    })
    .input(listTasks)
    .output(taskList)
    .query(({ ctx, input }) => tasks.list(ctx, input)),
  forms: canSomewhere('admin.console')
    .input(listForms)
    .output(formList)
    .query(({ ctx, input }) => listFormsOf(ctx, input)),
  formNames: canSomewhere('admin.console')
    .input(namedForms)
    .output(forms)
    .query(({ ctx, input }) => formsNamed(ctx, input)),
  run: canSomewhere('admin.console')
    .meta({ rest: { method: 'POST', path: `${one}/run`, summary: 'Deliver now', status: 201 } })
    .input(bySchedule)
    .output(schedule)
    .mutation(({ ctx, input }) => tasks.run(ctx, input)),
  cancelTask: canSomewhere('admin.console')
    .meta({
      rest: {
        method: 'POST',
        path: `${one}/tasks/{taskId}/cancel`,
        summary: 'End a delivery of a scheduled export that waits or runs',
      },
    })
    .input(byTask)
    .output(done)
    .mutation(({ ctx, input }) => tasks.cancel(ctx, input)),
  test: canSomewhere('admin.console')
    .meta({
      rest: {
        method: 'POST',
        path: `${path}/test`,
        summary: 'Try a connection: first for the key of the server, then with it for the folder',
      },
    })
    .input(testConnection)
    .output(connectionTest)
    .mutation(({ ctx, input }) => test(ctx, input)),
  setActive: canSomewhere('admin.console')
    .meta({ rest: { method: 'PATCH', path: one, summary: 'Pause a scheduled export, or let it go on' } })
    .input(setActive)
    .output(schedule)
    .mutation(({ ctx, input }) => service.setActive(ctx, input)),
  create: canSomewhere('admin.console')
    .meta({ rest: { method: 'POST', path, summary: 'Add a scheduled export', status: 201 } })
    .input(createSchedule)
    .output(schedule)
    .mutation(({ ctx, input }) => service.create(ctx, input)),
  update: canSomewhere('admin.console')
    .meta({
      rest: {
        method: 'PUT',
        path: one,
        summary: 'Change a scheduled export; without password and key the one before stays',
      },
    })
    .input(updateSchedule)
    .output(schedule)
    .mutation(({ ctx, input }) => service.update(ctx, input)),
  remove: canSomewhere('admin.console')
    .meta({ rest: { method: 'DELETE', path: one, summary: 'Delete a scheduled export' } })
    .input(bySchedule)
    .output(schedule)
    .mutation(({ ctx, input }) => service.remove(ctx, input)),
});
