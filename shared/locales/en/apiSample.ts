import type { Shape } from '../shape.ts';
import type th from '../th/apiSample.ts';

/** Programs that call the API of the workspace */
const apiSample = {
  title: 'Code samples',
  lead: 'Code that calls the API of this workspace and runs as it is. Copy it and build on it in your own system.',
  documents: 'API reference',
  key: 'Create a key under API keys and put it into the environment variable POKPONG_KEY; do not write keys into code. The id of the workspace is filled in.',
  languages: 'Language of the samples',
  language: { curl: 'curl', javascript: 'JavaScript', python: 'Python', php: 'PHP' },
  run: {
    curl: 'Paste a command into a terminal. Needs curl 7.76 or newer.',
    javascript: 'Save as an .mjs file and run it with Node 18 or newer. Nothing else is installed.',
    python: 'Needs Python 3 and only its standard library.',
    php: 'Needs PHP 8 with its curl extension.',
  },
  call: {
    application: { list: 'List applications' },
    purpose: { create: 'Save a purpose as a draft' },
    consent: { list: 'List consent forms' },
    request: { list: 'List requests of data subjects' },
    incident: { list: 'List incidents' },
    crypto: { encrypt: 'Encrypt data with the workspace’s key' },
  },
  scope: 'The key needs the scope “{{scope}}”.',
  refusals: 'When a call fails',
  refusal: {
    '400':
      'The data sent is not valid. The field issues of the response names each field and what is wrong with it. Correct it and call again.',
    '401': 'The key is wrong, expired or revoked. Create a new one.',
    '403':
      'The key lacks the scope, or the call comes from an IP address that is not allowed. Check the scopes and addresses of the key.',
    '404': 'The workspace of the key has no such record. Check the id in the address.',
    '409': 'The record has changed in the meantime, or the name is already used. Read it again before sending.',
    '429': 'More than 600 calls a minute. Wait the number of seconds in the Retry-After header, then call again.',
  },
} satisfies Shape<typeof th>;

export default apiSample;
