import { createHash } from 'node:crypto';
import { storeGenerated } from '../../server/platform/files/service.ts';
import { callerFor, type Person, signInAgain, type TestServer } from '../factories.ts';
import { buildRequestForm } from './requestForms.ts';

export const SUBJECT = {
  firstName: 'สมหญิง',
  lastName: 'รักไทย',
  email: 'somying@test.example',
  telephone: '0812345678',
  uid: '',
};

/** A request for access that staff are working on, with its single right unless there are others. */
export async function buildWorkedRequest(
  server: TestServer,
  { dpo, staff }: { dpo: Person; staff: Person },
  {
    code = 'ACCESS',
    language = 'th',
    email = SUBJECT.email,
    others = [],
  }: {
    code?: string;
    language?: 'th' | 'en';
    email?: string;
    /** Further rights, after it. */
    others?: readonly string[];
  } = {},
): Promise<{ id: string; rightId: string; applicationId: string }> {
  const ws = dpo.workspaceId;
  const form = await buildRequestForm(server, await signInAgain(server, dpo));
  const { request } = await callerFor(server, await signInAgain(server, dpo));
  const { id, rights } = await request.create({
    ws,
    requestFormId: form.id,
    receivedAt: server.deps.now().toISOString(),
    channel: 'POST',
    language,
    subject: { ...SUBJECT, email },
    rights: [code, ...others].map((one) => ({
      rightRequestId: form.rightIds[one]!,
      requestDetail: 'ขอสำเนาเวชระเบียน',
    })),
    verified: true,
  } as never);
  await request.changeStatus({ ws, id, action: 'ASSIGN', assigneeId: staff.personnelId } as never);
  return { id, rightId: rights[0]!.id, applicationId: form.applicationId };
}

/** Staff submit the answer, the data protection officer approves it; of all rights, or of some. */
export async function approve(
  server: TestServer,
  { dpo, staff }: { dpo: Person; staff: Person },
  { id, rightIds }: { id: string; rightIds?: readonly string[] },
): Promise<void> {
  const ws = dpo.workspaceId;
  const move = async (person: Person, action: string, more: object = {}) =>
    (await callerFor(server, await signInAgain(server, person))).request.changeStatus({
      ws,
      id,
      action,
      ...(rightIds && { rightIds }),
      ...more,
    } as never);
  await move(staff, 'SUBMIT', { reason: 'ส่งสำเนาเวชระเบียนแล้ว' });
  await move(dpo, 'APPROVE');
}

/** An uploaded file that no record refers to. */
export async function buildUpload(
  { deps }: TestServer,
  { workspaceId, personnelId }: Person,
  { name, type, bytes }: { name: string; type: string; bytes: Buffer },
): Promise<string> {
  const { id } = await storeGenerated(
    deps,
    {
      workspaceId,
      uploadedBy: personnelId,
      name,
      type,
      size: bytes.length,
      sha256: createHash('sha256').update(bytes).digest('hex'),
    },
    bytes,
  );
  return id;
}
