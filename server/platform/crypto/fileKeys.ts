import { z } from 'zod';
import type { Secrets } from './workspaceKey.ts';

/** What each key is for, and its name in a key file. */
const PURPOSES = { files: 'file', jwe: 'value' } as const;

const secret = z.base64().refine((text) => Buffer.from(text, 'base64').length === 32);
const keyFile = z.object({
  format: z.literal('pokpong-file-keys'),
  version: z.literal(1),
  workspace: z.object({ id: z.uuid(), name: z.string() }),
  exportedAt: z.iso.datetime(),
  keys: z.array(z.object({ id: z.uuid(), activeFrom: z.iso.datetime(), file: secret, value: secret })).min(1),
});
type KeyFile = z.infer<typeof keyFile>;

const WARNING = {
  en: 'Whoever has this file can read everything that this workspace had encrypted through the encryption API. Keep it as you keep the master key, and delete it when it is no longer needed.',
  th: 'ผู้ที่มีไฟล์นี้อ่านข้อมูลทั้งหมดที่พื้นที่ทำงานนี้เข้ารหัสผ่าน API ได้ เก็บรักษาเช่นเดียวกับกุญแจหลัก และลบเมื่อไม่ต้องใช้แล้ว',
};

/**
 * The keys under which a workspace's files and values were encrypted by the API, as docs/encrypted-files.md has them.
 */
export function keyFileText(
  workspace: KeyFile['workspace'],
  key: Pick<Secrets, 'secret'>,
  stored: readonly { id: string; activeFrom: string }[],
  exportedAt: Date,
): string {
  const textOf = (purpose: keyof typeof PURPOSES, id: string): string => {
    const found = key.secret(purpose, id);
    if (!found) throw new Error(`the workspace has no key ${id}`);
    return found.key.toString('base64');
  };
  const content: KeyFile & { warning: typeof WARNING } = {
    format: 'pokpong-file-keys',
    version: 1,
    warning: WARNING,
    workspace,
    exportedAt: exportedAt.toISOString(),
    keys: stored.map(({ id, activeFrom }) => ({
      id,
      activeFrom: new Date(activeFrom).toISOString(),
      file: textOf('files', id),
      value: textOf('jwe', id),
    })),
  };
  return `${JSON.stringify(content, null, 2)}\n`;
}

/** The keys of a key file; undefined when it is none, or not whole. */
export function readKeyFile(text: string): (KeyFile & { readonly secrets: Secrets }) | undefined {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    return undefined;
  }
  const { data } = keyFile.safeParse(parsed);
  if (!data) return undefined;
  const secrets: Secrets = {
    workspaceId: data.workspace.id,
    secret(purpose, keyId) {
      const key = data.keys.find(({ id }) => id === keyId);
      const name = PURPOSES[purpose as keyof typeof PURPOSES];
      return key && { id: key.id, key: Buffer.from(key[name], 'base64') };
    },
  };
  return { ...data, secrets };
}
