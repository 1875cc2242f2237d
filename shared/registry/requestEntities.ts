import { DOCUMENTS, NOTICES } from './derivedQueries.ts';
import type { EntityRule } from './entityRule.ts';

/** Records of data subjects' requests that events tell of. */
export const REQUEST_ENTITIES = {
  dataRight: {
    module: 'DSRM',
    audience: 'requestForm.read',
    list: 'dataRights',
    queries: { dataRight: 'id', requestForm: true, 'privacyNotice.subjectRights': true },
  },
  requestForm: {
    module: 'DSRM',
    audience: 'requestForm.read',
    page: 'requestForm',
    list: 'requestForms',
    queries: {
      requestForm: 'id',
      dataRight: true,
      'application.withoutRequestForm': true,
      'application.pick': true,
      // Where a right is exercised.
      ...NOTICES,
    },
  },
  request: {
    module: 'DSRM',
    audience: 'request.read',
    page: 'request',
    list: 'requests',
    queries: {
      request: 'id',
      'request.list': true,
      'request.board': true,
      'requestIdentity.view': true,
      'request.listOf': true,
      requestTask: 'requestId',
      'personnel.taskOverview': true,
      requestAnswer: 'id',
      'dataRightsProtocol.ofRequest': 'id',
      requestDashboard: true,
      requestRefusal: true,
      'clock.running': true,
      'requestMessage.list': 'id',
      'answerTemplate.choices': 'id',
      'answerTemplate.fill': 'id',
      // A refusal counts for the completeness of its application's record.
      'application.detail': true,
      ...DOCUMENTS,
    },
  },
  requestImport: {
    module: 'DSRM',
    audience: 'request.manage',
    list: 'requestImport',
    queries: { requestImport: 'id' },
  },
  requestTask: {
    module: 'DSRM',
    audience: 'request.write',
    page: 'requestTask',
    list: 'requestTasks',
    queries: {
      requestTask: 'id',
      'personnel.taskOverview': true,
      'requestAnswer.letter': true,
      'requestRefusal.list': true,
    },
  },
  requestSettings: {
    module: 'DSRM',
    audience: 'request.read',
    list: 'requests',
    queries: { 'request.settings': true, requestAnswer: true },
  },
  authorisedAgent: {
    module: 'DSRM',
    audience: 'requestForm.read',
    list: 'authorisedAgents',
    queries: { dataRightsProtocol: 'id', 'dataRightsProtocol.ofRequest': true },
  },
  // Its events go by the id of the request.
  agentRequest: {
    module: 'DSRM',
    audience: 'request.manage',
    page: 'request',
    list: 'requests',
    queries: { 'dataRightsProtocol.ofRequest': 'id' },
  },
  protocolSettings: {
    module: 'DSRM',
    audience: 'requestForm.read',
    list: 'authorisedAgents',
    queries: { 'dataRightsProtocol.settings': true },
  },
  answerTemplate: {
    module: 'DSRM',
    audience: 'request.manage',
    page: 'answerTemplate',
    list: 'answerTemplates',
    queries: { answerTemplate: 'id', 'answerTemplate.choices': true, 'answerTemplate.fill': true },
  },
  // Its events go by the id of the request.
  requestMessage: {
    module: 'DSRM',
    offOverview: true,
    audience: 'request.write',
    page: 'request',
    list: 'requests',
    queries: { requestMessage: 'id' },
  },
  requestDashboard: {
    module: 'DSRM',
    audience: 'request.dashboard',
    list: 'requestDashboard',
    queries: { requestDashboard: true, 'clock.running': true },
  },
} as const satisfies Record<string, EntityRule>;
