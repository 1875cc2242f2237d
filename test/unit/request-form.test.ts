import { describe, expect, test } from 'vitest';
import {
  contentOfDraft,
  contentOfVersion,
  type FormValues,
  type RightWords,
} from '../../client/modules/requestForm/formValues.ts';
import { previewForm } from '../../client/modules/requestForm/previewForm.ts';
import { REQUEST_FORM_FIELDS } from '../../client/modules/requestForm/requestFormFields.ts';
import { differences, problemLabel } from '../../client/records/fields.ts';
import { READABLE } from '../../shared/contrast.ts';
import { type RequestFormContent, requestFormDraft, requestFormProblems } from '../../shared/requestForm/schema.ts';
import { publicRequestForm } from '../../shared/requestSubmission/schema.ts';

const [ACCESS, ERASURE] = ['01890000-0000-7000-8000-000000000001', '01890000-0000-7000-8000-000000000002'];
const words = (text: string) => ({ th: `${text}ไทย`, en: text });
const RIGHTS: Record<string, RightWords> = {
  [ACCESS!]: { code: 'ACCESS', name: words('Access'), description: words('See'), example: words('A copy'), days: 30 },
  [ERASURE!]: { code: 'ERASURE', name: words('Erase'), description: words('Gone'), example: words('Delete'), days: 90 },
};
const rightOf = (id: string) => RIGHTS[id]!;
const record = { application: { id: ACCESS!, name: 'Members' }, controllerName: words('Hospital') };
const values: FormValues = {
  ...requestFormDraft.parse({
    title: words('Title'),
    detail: words('Detail'),
    submittedTitle: words('Sent'),
    submittedDetail: words('Thanks'),
    rightRequests: [
      { rightRequestId: ACCESS, customRequests: [words('Membership')], fee: 20 },
      { rightRequestId: ERASURE },
    ],
  }),
  name: 'Form',
  description: '',
};
const t = { t: (key: string, given?: object) => `${key}${given ? JSON.stringify(given) : ''}`, locale: 'en' as const };
const content = contentOfDraft(values, record, rightOf);
const FACTS = {
  ws: ACCESS!,
  formId: ERASURE!,
  version: 2,
  fromReceipt: false,
  blank: { title: '', detail: '' },
};

describe('a request form in its editor', () => {
  test('is rendered by the embed as it would be published, also with incomplete input', () => {
    const facts = { ...FACTS, blank: { title: 'no title', detail: 'no detail' } };
    const drawn = previewForm(content, facts);
    expect(drawn).toMatchObject(publicRequestForm.parse(drawn));
    expect(drawn.rights.map(({ rightRequestId, fee }) => [rightRequestId, fee])).toEqual([
      [ACCESS, 20],
      [ERASURE, 0],
    ]);
    const half = previewForm({ ...content, themeColor: '#0b', title: { th: ' ', en: '' }, expiryDays: 0 }, facts);
    expect(half).toMatchObject(publicRequestForm.parse(half));
    expect(half).toMatchObject({ title: { th: 'no title', en: 'no title' }, themeColor: '#3a3f8f' });
  });

  test('promises in its preview the days that count from receipt: those of the law, and its own where they do', () => {
    const sooner = contentOfDraft(values, record, (id) => ({ ...rightOf(id), days: id === ACCESS ? 7 : 120 }));
    const promised = (fromReceipt: boolean) =>
      previewForm(sooner, { ...FACTS, fromReceipt }).rights.map(({ days, answerDays }) => [days, answerDays]);
    expect(promised(false)).toEqual([
      [7, 30],
      [90, 90],
    ]);
    expect(promised(true)).toEqual([
      [7, 7],
      [90, 90],
    ]);
  });

  test('differs from a version where a right has changed, and nowhere else', () => {
    const { name: _name, description: _description, applicationName, controllerName, ...rest } = content;
    const version: RequestFormContent = {
      ...rest,
      application: { id: ACCESS!, name: applicationName },
      controller: { name: controllerName, contact: '', email: '', phone: '', address: '', privacyPolicyUrl: '' },
    };
    const shown = contentOfVersion(version);
    expect(differences(REQUEST_FORM_FIELDS, shown, content, t).filter(({ before, after }) => before !== after)).toEqual(
      [],
    );
    const reworded = contentOfDraft(values, record, (id) => ({ ...rightOf(id), days: 25 }));
    const changed = differences(REQUEST_FORM_FIELDS, shown, reworded, t).filter(
      ({ before, after }) => before !== after,
    );
    expect(changed.map(({ key }) => key)).toEqual(['rights']);
    expect(changed[0]!.after).toContain('"number":25');
  });

  test('names what publishing lacks by right and option', () => {
    const draft = {
      ...values,
      rightRequests: [{ ...values.rightRequests[0]!, customRequests: [{ th: 'ก', en: '' }] }],
    };
    const [problem] = requestFormProblems(draft, () => true);
    expect(problem!.path).toEqual(['rightRequests', 0, 'customRequests', 0, 'en']);
    expect(problemLabel(REQUEST_FORM_FIELDS, problem!.path, undefined, t)).toBe(
      'missing.optionAt{"right":1,"number":1}',
    );
    expect(requestFormProblems(draft, () => false)[0]!.path).toEqual(['rightRequests', 0, 'rightRequestId']);
  });

  test('requires a colour on which white is readable', () => {
    const problemsOf = (themeColor: string) =>
      requestFormProblems({ ...values, themeColor }, () => true).map(({ path }) => path[0]);
    // 3.5 and 4.6 against white.
    expect(READABLE).toBe(4.5);
    expect(problemsOf('#888888')).toEqual(['themeColor']);
    expect(problemsOf('#757575')).toEqual([]);
  });
});
