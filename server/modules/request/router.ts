import { z } from 'zod';
import { requestBoard, requestBoardInput } from '../../../shared/request/board.ts';
import { changeFee } from '../../../shared/request/fee.ts';
import {
  byPersonnel,
  createRequest,
  listRequests,
  moveRequest,
  request,
  requestList,
} from '../../../shared/request/schema.ts';
import { confirmKey, updateRequest } from '../../../shared/request/update.ts';
import { endingRequests, requestSettings, updateRequestSettings } from '../../../shared/request/settings.ts';
import { byId, id } from '../../../shared/text.ts';
import { startOf } from '../../platform/exports/startOf.ts';
import { can, router } from '../../platform/trpc/trpc.ts';
import { endingSoon } from './anonymise.ts';
import { board } from './board.ts';
import { confirmKey as confirmKeyOf } from './confirmKey.ts';
import { update } from './corrections.ts';
import { create } from './entry.ts';
import { changeFee as changeFeeOf } from './fee.ts';
import * as service from './service.ts';
import * as settings from './settings.ts';

const path = '/{ws}/dsrm-request';
const one = `${path}/{id}`;

const settingsRouter = router({
  get: can('request.read')
    .output(requestSettings)
    .query(({ ctx }) => settings.get(ctx)),
  endingSoon: can('request.read')
    .output(endingRequests)
    .query(({ ctx }) => endingSoon(ctx)),
  update: can('request.manage')
    .input(updateRequestSettings)
    .output(requestSettings)
    .mutation(({ ctx, input }) => settings.update(ctx, input)),
});

export const requestRouter = router({
  list: can('request.read')
    .meta({ rest: { method: 'GET', path, summary: 'List requests of data subjects; Staff: their own' } })
    .input(listRequests)
    .output(requestList)
    .query(({ ctx, input }) => service.list(ctx, input)),
  listOf: can('request.read')
    .meta({
      rest: { method: 'GET', path: `${path}/personnel/{id}`, summary: 'List the requests assigned to one person' },
    })
    .input(listRequests.extend(byPersonnel.shape))
    .output(requestList)
    .query(({ ctx, input }) => service.listOf(ctx, input)),
  board: can('request.read')
    .meta({
      rest: {
        method: 'GET',
        path: `${path}/board`,
        summary: 'List rights by their stage, the first of each; Staff: their own',
      },
    })
    .input(requestBoardInput)
    .output(requestBoard)
    .query(({ ctx, input }) => board(ctx, input)),
  get: can('request.read')
    .meta({ rest: { method: 'GET', path: one, summary: 'Get a request; Top Management: without who asks' } })
    .input(byId)
    .output(request)
    .query(({ ctx, input }) => service.get(ctx, input)),
  create: can('request.manage')
    .input(createRequest)
    .output(request)
    .mutation(({ ctx, input }) => create(ctx, input)),
  update: can('request.write')
    .meta({
      rest: { method: 'PUT', path: one, summary: 'Correct what was entered of a request; Staff: only what is theirs' },
    })
    .input(updateRequest)
    .output(request)
    .mutation(({ ctx, input }) => update(ctx, input)),
  confirmKey: can('request.manage')
    .input(confirmKey)
    .output(request)
    .mutation(({ ctx, input }) => confirmKeyOf(ctx, input)),
  changeFee: can('request.manage')
    .meta({
      rest: {
        method: 'PUT',
        path: `${one}/fee`,
        summary: 'Record that the fee of a right is requested, paid or waived',
      },
    })
    .input(changeFee)
    .output(request)
    .mutation(({ ctx, input }) => changeFeeOf(ctx, input)),
  changeStatus: can('request.write')
    .meta({
      rest: {
        method: 'PUT',
        path: `${one}/status`,
        summary: 'Assign, submit, approve, reject, revert, verify, extend or reopen rights of a request',
      },
    })
    .input(moveRequest)
    .output(request)
    .mutation(({ ctx, input }) => service.changeStatus(ctx, input)),
  remove: can('request.manage')
    .meta({ rest: { method: 'DELETE', path: one, summary: 'Delete a request that nobody confirmed' } })
    .input(byId)
    .output(z.object({ id }))
    .mutation(({ ctx, input }) => service.remove(ctx, input)),
  startExport: startOf('dsrm-request', '/{ws}/exports/dsrm-request', 'Start an export of data subject requests'),
  settings: settingsRouter,
});
