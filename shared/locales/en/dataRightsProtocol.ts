import type { Shape } from '../shape.ts';
import type dataRightsProtocolTh from '../th/dataRightsProtocol.ts';

export default {
  refusal: {
    action: 'This form does not offer the right named in exercise. Read the form and name one it offers.',
    agent:
      'The agent named is not the one that calls, or is not authorised here. Check agent-id, or contact the organisation to be authorised.',
    agentIdUsed: 'An agent with this id already exists. Edit that agent, or check the id.',
    agentLimit: 'At most {{limit}} agents can be added. Delete one that sends no requests first.',
    business: 'The message is addressed to another organisation. Send it again with this organisation’s business-id.',
    callback:
      'The address in status_callback cannot be called. Send an https address on the public internet, or leave it out.',
    closed: 'The request is closed and was not revoked. Read its status for the outcome, or send a new request.',
    expired: 'The message has expired. Sign a new one with a later expires-at and send it.',
    inactive:
      'The form takes no requests at the moment, and nothing was recorded. Try again later, or contact the organisation.',
    inUse_one: 'It cannot be deleted because the agent has sent {{number}} request. Deactivate it instead.',
    inUse_other: 'It cannot be deleted because the agent has sent {{number}} requests. Deactivate it instead.',
    message: 'The message cannot be read. Send base64 of an Ed25519 signature followed by the JSON it signs.',
    notFound:
      'There is nothing at this address, or the form takes no requests from agents. Check the address with the organisation.',
    notYet:
      'The time in issued-at is in the future. Check the time of your server, then sign and send the message again.',
    person: 'There is no email address or phone number to reach the data subject by. Send at least one.',
    reference: 'This agent-request-id belongs to another request. Use a new one.',
    replayed: 'The message has been used already. Sign a new one and send it.',
    request: 'This agent has no such request. Check the request_id.',
    signature:
      'The signature is wrong. Sign with the key registered here, or have the organisation register your present key.',
    token: 'The token is wrong or has ended. Get a new one with a signed message.',
    version: 'This version of the protocol is not supported. Send the request by version 1.0.',
  },
  networkId: 'Use letters, digits, dots, hyphens and underscores, 100 at most',
  verifyKeyForm: 'Enter a public Ed25519 key: 32 bytes in base64',
  details: {
    verify: 'Awaiting the data subject’s confirmation with the code sent to them',
    waiting: 'Awaiting the data subject’s reply; the question is on their request page',
    extended: 'The time to respond was extended; the reason is on the data subject’s request page',
    fulfilled: 'Done; the result is on the data subject’s request page',
    fulfilledInPart:
      'Completed, but not all of the request was carried out; the result is on the data subject’s request page',
    unverified: 'Closed because the identity was not confirmed in time',
    denied: 'Not carried out; the reason is on the data subject’s request page',
  },
  title: 'Authorised agents',
  lead: 'Agents that send requests on behalf of data subjects by Data Rights Protocol 1.0. Only messages signed with the agent’s key are accepted.',
  toForms: 'Request forms',
  search: 'Search by name or agent id',
  add: 'Add agent',
  edit: 'Edit agent',
  created: 'Agent added',
  saved: 'Agent saved',
  emptyTitle: 'No agents yet',
  emptyBody:
    'Add an agent with the public key it publishes, then turn on requests from agents in the channels of a form.',
  removeTitle: 'Delete “{{name}}”?',
  removeBody: 'The agent can no longer call the system. This cannot be undone.',
  removed: 'Agent deleted',
  endToken: 'End token',
  endTokenTitle: 'End the token of “{{name}}”?',
  endTokenBody: 'The agent cannot call the system until it gets a new token with a signed message.',
  tokenEnded: 'Token ended',
  field: {
    name: 'Name of the agent',
    agentId: 'Agent id (agent-id)',
    agentIdHelp: 'As the agent names itself in its messages. Changing it ends the token.',
    verifyKey: 'Public key (verify_key)',
    verifyKeyHelp:
      'Ed25519, 32 bytes in base64. Verify it with the agent through another channel before saving. Changing it ends the token.',
    website: 'Website',
    contact: 'Email of the technical contact',
    trustsIdentity: 'Trust the agent’s verification',
    trustsIdentityHelp:
      'If the agent has verified the email address (or the phone number if there is none), the time to respond starts immediately, without a code. A code is still needed to open the answer.',
    active: 'Active',
    activeHelp: 'When turned off, every call of the agent is refused. Requests it has already sent continue.',
  },
  column: { requests: 'Requests', token: 'Token', state: 'Status' },
  tokenNone: 'None yet',
  inUse: 'Active',
  notInUse: 'Deactivated',
  business: {
    title: 'Business id',
    label: 'Business id (business-id)',
    help: 'How the network identifies your organisation; agents name it in every message. While it is empty, every message is refused.',
    saved: 'Business id saved',
    missing: 'No business id is set, so agents cannot send requests yet.',
  },
  card: {
    title: 'Sent by an authorised agent',
    exercise: 'Right under the protocol',
    reference: 'The agent’s number',
    regime: 'Law cited',
    relationships: 'Relationships',
    telephone: 'Phone',
    address: 'Address',
    powerOfAttorney: 'Power of attorney',
    verified: 'Verified by the agent',
    what: { email: 'email', telephone: 'phone', address: 'address' },
    callbackLabel: 'Status callback',
    callback: {
      NONE: 'Not requested by the agent',
      DUE: 'Being sent',
      FAILING: 'The agent did not respond; retrying',
      GIVEN_UP:
        'The agent was not notified, and nothing more is sent until the request changes. Contact the agent, so that it reads the status of the request.',
      REPORTED: 'Agent notified',
    },
  },
} satisfies Shape<typeof dataRightsProtocolTh>;
