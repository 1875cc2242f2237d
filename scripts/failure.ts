/** Errors whose message says all there is to say; for others the stack helps whoever mends it. */
const SELF_EXPLAINING = ['ConfigError', 'DataDirInUse', 'MigrationError', 'BackupError'];

/** What to print when a command cannot go on. */
export function failureText(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { code, port } = error as NodeJS.ErrnoException & { port?: number };
  if (code === 'EADDRINUSE') {
    return `Port ${port ?? ''} is used by another program. Stop it, or choose another with PORT.\nพอร์ต ${port ?? ''} ถูกใช้งานอยู่ กรุณาเลือกพอร์ตอื่นด้วย PORT`;
  }
  if (SELF_EXPLAINING.includes(error.name)) return error.message;
  return error.stack ?? error.message;
}
