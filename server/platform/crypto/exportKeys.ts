import { rm, writeFile } from 'node:fs/promises';
import { emit } from '../live/emit.ts';
import type { OperatorCommand } from '../operator/command.ts';
import { AdminError, findWorkspace } from '../operator/workspaces.ts';
import { transact } from '../trpc/context.ts';
import { keyFileText } from './fileKeys.ts';

export const exportFileKeys: OperatorCommand = {
  usage: 'export-file-keys WORKSPACE KEYS.json',
  help: 'writes the keys of what a workspace had encrypted through the API into a file, for npm run decrypt-file',
  words: 2,
  async run(deps, [named = '', file = '']) {
    const workspace = await findWorkspace(deps, named);
    const at = deps.now();
    let isWritten = false;
    try {
      const count = await transact(deps, { workspaceId: workspace.id }, async (trx) => {
        const stored = await trx
          .selectFrom('workspaceKeys')
          .select(['id', 'activeFrom'])
          .where('workspaceId', '=', workspace.id)
          .orderBy('id')
          .execute();
        const text = keyFileText(workspace, await deps.keyring.workspaceKey(trx, workspace.id), stored, at);
        await emit(
          trx,
          { workspaceId: workspace.id, personnelId: null, at },
          { event: 'crypto.keysExported', entityId: workspace.id, subject: workspace.name },
        );
        // Last before the commit: no keys leave without the line in the logs.
        await writeNew(file, text);
        isWritten = true;
        return stored.length;
      });
      return [
        `${count} ${count === 1 ? 'key' : 'keys'} of ${workspace.name} in ${file}, readable by you alone; the activity log and the security log say so.`,
        'WARNING: whoever has this file can read everything that the workspace had encrypted through the API.',
        'Keep it as you keep the master key, and delete it when it is no longer needed.',
        'คำเตือน: ผู้ที่มีไฟล์นี้อ่านข้อมูลทั้งหมดที่พื้นที่ทำงานเข้ารหัสผ่าน API ได้ เก็บรักษาเช่นเดียวกับกุญแจหลัก และลบเมื่อไม่ต้องใช้แล้ว',
      ];
    } catch (error) {
      if (isWritten) await rm(file, { force: true });
      throw error;
    }
  },
};

/** Writes a file that was not there. @throws AdminError */
async function writeNew(file: string, text: string): Promise<void> {
  try {
    await writeFile(file, text, { flag: 'wx', mode: 0o600, flush: true });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') throw new AdminError(`${file} is there already. Name a new file.`);
    throw new AdminError(`${file} cannot be written (${code}). Choose another folder.`);
  }
}
