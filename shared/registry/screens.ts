import { type AnyRoute, type RouteId } from './routes.ts';

/** Texts that a page may need beside the initial ones, by when they are loaded (shared/locales/loading.ts). */
export type PageTexts = 'signIn' | 'record' | 'deferred';

/** What most pages need: they name purposes, too. */
export const DEFERRED: readonly PageTexts[] = ['record', 'deferred'];
const SIGN_IN: readonly PageTexts[] = ['signIn'];
const RECORD: readonly PageTexts[] = ['record'];

/** Pages that need fewer texts than most. */
const TEXTS: Partial<Record<RouteId, readonly PageTexts[]>> = {
  applications: [],
  home: SIGN_IN,
  login: SIGN_IN,
  logout: SIGN_IN,
  signup: SIGN_IN,
  oauth: SIGN_IN,
  forgotPassword: SIGN_IN,
  resetPassword: SIGN_IN,
  invitation: SIGN_IN,
  mails: SIGN_IN,
  workspaces: RECORD,
  dataControllers: RECORD,
  purposes: RECORD,
  purposeCategories: RECORD,
};

/** The query, given workspace and id, that the page of a record begins with: it is asked on the way there. */
const RECORDS: Partial<Record<RouteId, string>> = {
  application: 'application.detail',
  purpose: 'purpose.get',
  purposeCategory: 'purposeCategory.get',
  piiCategory: 'piiCategory.get',
  consent: 'consent.get',
  request: 'request.get',
  answerTemplate: 'answerTemplate.get',
  requestForm: 'requestForm.get',
  dpia: 'dpia.get',
  dpiaVersion1: 'dpia.get',
  treatmentPlan: 'treatmentPlan.get',
  treatment: 'treatmentPlan.get',
  requestTask: 'requestTask.get',
  incident: 'incident.get',
  incidentNotification: 'incident.get',
  approvalLine: 'approvalLine.get',
  privacyNotice: 'privacyNotice.get',
  schedule: 'schedule.get',
  webhook: 'webhook.get',
};

/** By which query the record of a page is read, if the page is one of a record. */
export const recordQueryOf = (id: RouteId): string | undefined => RECORDS[id];

/** The texts that the page of a route needs beside the initial ones. */
export const textsOf = (id: RouteId): readonly PageTexts[] => TEXTS[id] ?? DEFERRED;

/** The component that draws a route, and the name of its file: of `purpose` it is PurposePage. */
export const screenOf = (id: RouteId): string => `${id[0]!.toUpperCase()}${id.slice(1)}Page`;

/** Whether a page asks at once who is there: those behind the guard, those that lead to it, and the home page. */
export const startsWithSession = ({ id, layout }: AnyRoute): boolean =>
  layout === 'default' || layout === 'auth' || id === 'home';
