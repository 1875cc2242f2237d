import { createHash } from 'node:crypto';
import type { Person, World } from '../factories.ts';
import { callerFor } from '../factories.ts';
import type { WorkChallenge } from '../../shared/requestSubmission/schema.ts';
import { buildConsentPurposes } from './consents.ts';

/** A published request form of a new application, with the ids of its rights by their codes. */
export interface BuiltRequestForm {
  readonly workspaceId: string;
  readonly id: string;
  readonly applicationId: string;
  readonly rightIds: Readonly<Record<string, string>>;
}

/** Builds one. `settings`: how requests are received; `draft`: differences from the defaults of a new form. */
export async function buildRequestForm(
  server: World,
  person: Person,
  { settings = {}, draft = {} }: { settings?: object; draft?: object } = {},
): Promise<BuiltRequestForm> {
  const ws = person.workspaceId;
  const { applicationId } = await buildConsentPurposes(server, person, { purposes: 1 });
  const { requestForm } = await callerFor(server, person);
  const created = await requestForm.create({ ws, name: 'แบบคำขอใช้สิทธิ', applicationId });
  const { id, name, description } = created;
  const changed = await requestForm.update({
    ws,
    id,
    rowVersion: created.rowVersion,
    name,
    description,
    ...created.draft,
    ...settings,
    ...draft,
  } as never);
  const published = await requestForm.publish({ ws, id, rowVersion: changed.rowVersion });
  const rightIds = Object.fromEntries(published.rights.map((right) => [right.code, right.id]));
  return { workspaceId: ws, id, applicationId, rightIds };
}

/** Solves a proof-of-work challenge, like a browser does. */
export function doWork({ challenge, bits }: WorkChallenge, key: string): { challenge: string; answer: number } {
  for (let answer = 0; ; answer += 1) {
    const hash = createHash('sha256').update(`${challenge}:${key}:${answer}`).digest();
    if (Math.clz32(hash.readUInt32BE()) >= bits) return { challenge, answer };
  }
}
