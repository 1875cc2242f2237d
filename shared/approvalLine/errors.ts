import { badRequest, conflict, forbidden, notFound, tooMany } from '../errors.ts';

const errors = {
  'approvalLine.absenceNotFound': notFound(),
  'approvalLine.absenceOver': conflict('approvalLine:problem.absenceOver'),
  'approvalLine.absenceOverlaps': badRequest('approvalLine:problem.absenceOverlaps'),
  'approvalLine.absencePast': badRequest('approvalLine:problem.absencePast'),
  'approvalLine.absenceTooFar': badRequest('approvalLine:problem.absenceTooFar'),
  'approvalLine.actedForAnother': badRequest('approvalLine:problem.actedForAnother'),
  'approvalLine.alreadyActed': conflict('approvalLine:problem.alreadyActed'),
  'approvalLine.approvedKeepPlace': badRequest('approvalLine:problem.approvedKeepPlace'),
  'approvalLine.approverInactive': badRequest('approvalLine:problem.approverInactive'),
  'approvalLine.byProgram': forbidden('approvalLine:problem.byProgram'),
  'approvalLine.delegateAway': badRequest('approvalLine:problem.delegateAway'),
  'approvalLine.delegateInactive': badRequest('approvalLine:problem.delegateInactive'),
  'approvalLine.delegateOfAnother': badRequest('approvalLine:problem.delegateOfAnother'),
  'approvalLine.documentGone': conflict('approvalLine:problem.documentGone'),
  'approvalLine.documentOutdated': conflict(
    'approvalLine:problem.documentOutdated',
    'approvalLine:problem.documentChanged',
  ),
  'approvalLine.exportFailed': conflict('approvalLine:problem.exportFailed'),
  'approvalLine.exportRunning': conflict('approvalLine:problem.exportRunning'),
  'approvalLine.heirAsked': badRequest('approvalLine:problem.successorIsRequester'),
  'approvalLine.heirAway': badRequest('approvalLine:problem.successorAway'),
  'approvalLine.heirInLine': badRequest('approvalLine:problem.successorInLine'),
  'approvalLine.lineOpen': conflict(
    'approvalLine:problem.lineOpen',
    'approvalLine:problem.lineOpenDpia',
    'approvalLine:problem.lineOpenNotice',
  ),
  'approvalLine.noExport': conflict('approvalLine:problem.noExport'),
  'approvalLine.nobodyLeft': badRequest('approvalLine:problem.nobodyLeft'),
  'approvalLine.notFound': notFound(),
  'approvalLine.notYourTurn': forbidden('approvalLine:problem.notYourTurn'),
  'approvalLine.notYours': forbidden('approvalLine:problem.othersAbsence', 'approvalLine:problem.notYours'),
  'approvalLine.onlySigner': forbidden('approvalLine:problem.onlySigner'),
  'approvalLine.onlyYourself': badRequest('approvalLine:problem.onlyYourself'),
  'approvalLine.remindedLately': tooMany('approvalLine:problem.remindedLately'),
  'approvalLine.sameDocument': badRequest('approvalLine:problem.sameDocument'),
  'approvalLine.samePerson': badRequest('approvalLine:problem.samePerson'),
  'approvalLine.standInBarred': forbidden('approvalLine:problem.standInBarred'),
  'approvalLine.tooManyAbsences': conflict('approvalLine:problem.tooManyAbsences'),
};

export default errors;

type Errors = typeof errors;
declare module '../registry/errors.ts' {
  interface ModuleErrors extends Errors {}
}
