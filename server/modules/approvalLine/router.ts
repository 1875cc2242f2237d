import { absence, absenceList, createAbsence } from '../../../shared/approvalLine/absence.ts';
import {
  actOnApprovalLine,
  approvalCheck,
  approvalDefaults,
  approvalLine,
  approvalLineList,
  approvalReadiness,
  cancelApprovalLine,
  checkApproval,
  createApprovalLine,
  listApprovalLines,
  readiness,
  resubmitApprovalLine,
  updateApprovalDefaults,
  updateApprovalLine,
} from '../../../shared/approvalLine/schema.ts';
import { byId, inWorkspace } from '../../../shared/text.ts';
import { can, open, router } from '../../platform/trpc/trpc.ts';
import * as absences from './absences.ts';
import { act } from './act.ts';
import { check } from './check.ts';
import { create, resubmit } from './create.ts';
import { isReady } from './readiness.ts';
import * as defaults from './defaults.ts';
import { update } from './reorder.ts';
import * as service from './service.ts';

const path = '/{ws}/approval-lines';
const settings = '/{ws}/approval-line-default-personnels';

export const approvalLineRouter = router({
  // A named approver can read what they are asked to approve, whatever their role: the permission to act opens the list
  // (docs/decisions/025).
  list: can('approval.act')
    .meta({
      rest: {
        method: 'GET',
        path,
        summary: 'List approval lines: all for Admin and DPO, otherwise those that the caller requested or approves',
      },
    })
    .input(listApprovalLines)
    .output(approvalLineList)
    .query(({ ctx, input }) => service.list(ctx, input)),
  get: can('approval.act')
    .meta({
      rest: { method: 'GET', path: `${path}/{id}`, summary: 'Get an approval line with its document and all rounds' },
    })
    .input(byId)
    .output(approvalLine)
    .query(({ ctx, input }) => service.get(ctx, input)),
  report: can('approval.act')
    .meta({
      rest: {
        method: 'GET',
        path: `${path}/{id}/report`,
        summary: 'Get the evidence of an approval line: who, when, of which document, and where it is checked',
      },
    })
    .input(byId)
    .output(approvalLine)
    .query(({ ctx, input }) => service.get(ctx, input)),
  create: can('approval.write')
    .meta({
      rest: {
        method: 'POST',
        path,
        summary: 'Ask for the approval of the newest exported document of an application',
        status: 201,
      },
    })
    .input(createApprovalLine)
    .output(approvalLine)
    .mutation(({ ctx, input }) => create(ctx, input)),
  update: can('approval.write')
    .meta({
      rest: {
        method: 'PUT',
        path: `${path}/{id}`,
        summary: 'Change the approvers who have not approved yet, their order, and the description',
      },
    })
    .input(updateApprovalLine)
    .output(approvalLine)
    .mutation(({ ctx, input }) => update(ctx, input)),
  cancel: can('approval.write')
    .meta({
      rest: { method: 'DELETE', path: `${path}/{id}`, summary: 'Cancel an approval line' },
    })
    .input(cancelApprovalLine)
    .output(approvalLine)
    .mutation(({ ctx, input }) => service.cancel(ctx, input)),
  act: can('approval.act')
    .meta({
      rest: {
        method: 'PUT',
        path: `${path}/{id}/status`,
        summary: 'Approve, reject or send back, as the one whose turn it is',
      },
    })
    .input(actOnApprovalLine)
    .output(approvalLine)
    .mutation(({ ctx, input }) => act(ctx, input)),
  resubmit: can('approval.write')
    .input(resubmitApprovalLine)
    .output(approvalLine)
    .mutation(({ ctx, input }) => resubmit(ctx, input)),
  remind: can('approval.write')
    .input(byId)
    .output(approvalLine)
    .mutation(({ ctx, input }) => service.remind(ctx, input)),
  readiness: can('approval.write')
    .input(approvalReadiness)
    .output(readiness)
    .query(({ ctx, input }) => isReady(ctx, input)),
  // No query: its code would appear in addresses, which servers and proxies log.
  check: open
    .input(checkApproval)
    .output(approvalCheck)
    .mutation(({ ctx, input }) => check(ctx, input)),
  defaults: router({
    get: can('approval.read')
      .meta({
        rest: {
          method: 'GET',
          path: settings,
          summary: 'Get the default approvers of each kind of document, in order',
        },
      })
      .input(inWorkspace)
      .output(approvalDefaults)
      .query(({ ctx }) => defaults.get(ctx)),
    update: can('approval.settings')
      .meta({
        rest: {
          method: 'PUT',
          path: settings,
          summary: 'Set the default approvers, at most ten of each kind, and how soon one is reminded',
        },
      })
      .input(updateApprovalDefaults)
      .output(approvalDefaults)
      .mutation(({ ctx, input }) => defaults.update(ctx, input)),
  }),
  absences: router({
    list: can('approval.act')
      .input(inWorkspace)
      .output(absenceList)
      .query(({ ctx }) => absences.list(ctx)),
    create: can('approval.act')
      .input(createAbsence)
      .output(absence)
      .mutation(({ ctx, input }) => absences.create(ctx, input)),
    end: can('approval.act')
      .input(byId)
      .output(absence)
      .mutation(({ ctx, input }) => absences.end(ctx, input)),
  }),
});
