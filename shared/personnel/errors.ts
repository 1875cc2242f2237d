import { badRequest, conflict, forbidden, notFound, tooMany } from '../errors.ts';

const errors = {
  'personnel.accountHere': conflict('organization:personnel.accountHere'),
  'personnel.adminOnly': forbidden('organization:personnel.adminOnly'),
  'personnel.emailTaken': conflict('organization:personnel.emailTaken'),
  'personnel.invitedOften': tooMany('organization:personnel.invitedOften'),
  'personnel.lastAdmin': conflict('organization:personnel.lastAdmin'),
  'personnel.limit': conflict('workspace:limit.personnel'),
  'personnel.notFound': notFound('organization:personnel.notFound'),
  'personnel.openTasks': conflict('organization:personnel.openTasks'),
  'personnel.reassignTo': badRequest('organization:personnel.reassignToActive'),
  'personnel.roleHasTasks': conflict('organization:personnel.roleHasTasks'),
};

export default errors;

type Errors = typeof errors;
declare module '../registry/errors.ts' {
  interface ModuleErrors extends Errors {}
}
