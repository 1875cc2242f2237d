import type { Agent, AgentFields } from '../../../shared/dataRightsProtocol/schema.ts';
import type { FieldDescriptor } from '../../records/fields.ts';

/** The fields of an authorised agent, in the order of its form. */
export const AGENT_FIELDS: readonly FieldDescriptor<AgentFields>[] = [
  { key: 'name', kind: 'line', section: 'agent', read: ({ name }) => name },
  { key: 'agentId', kind: 'line', section: 'agent', read: ({ agentId }) => agentId },
  { key: 'verifyKey', kind: 'line', section: 'agent', read: ({ verifyKey }) => verifyKey },
  { key: 'website', kind: 'line', section: 'agent', read: ({ website }) => website },
  { key: 'contact', kind: 'line', section: 'agent', read: ({ contact }) => contact },
  { key: 'trustsIdentity', kind: 'yesNo', section: 'agent', read: ({ trustsIdentity }) => trustsIdentity },
  { key: 'active', kind: 'yesNo', section: 'agent', initial: [true], read: ({ active }) => active },
];

/** The editable values of an agent. */
export const valuesOf = ({
  name,
  agentId,
  verifyKey,
  website,
  contact,
  trustsIdentity,
  active,
}: Agent): AgentFields => ({ name, agentId, verifyKey, website, contact, trustsIdentity, active });
