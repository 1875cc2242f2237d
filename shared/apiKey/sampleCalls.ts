/** What an example sends: texts alone, which every language writes alike. `{ws}` stands for the workspace. */
export type SampleBody = string | { readonly [name: string]: SampleBody };

/**
 * Calls that the page of examples writes out, by their names in the OpenAPI document, with what those that write send.
 */
export const SAMPLE_CALLS = {
  'application.list': undefined,
  'purpose.create': { title: { th: 'ส่งข่าวสารทางอีเมล', en: 'Send newsletters by email' } },
  'consent.list': undefined,
  'request.list': undefined,
  'incident.list': undefined,
  'crypto.encrypt': { workspace: '{ws}', data: { phone: '0812345678' } },
} as const satisfies Record<string, SampleBody | undefined>;
export type SampleCall = keyof typeof SAMPLE_CALLS;
export const SAMPLE_CALL_NAMES = Object.keys(SAMPLE_CALLS) as SampleCall[];
