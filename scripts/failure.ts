/** Errors whose message says all there is to say; for others the stack helps whoever mends it. */
const SELF_EXPLAINING = [
  'ConfigError',
  'DataDirInUse',
  'MigrationError',
  'BackupError',
  'MasterKeyError',
  'AdminError',
];

/** What a system error is about, as far as it says so. */
type SystemError = NodeJS.ErrnoException & { port?: number; address?: string; hostname?: string };

/** What to print when a command cannot go on. */
export function failureText(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (SELF_EXPLAINING.includes(error.name)) return error.message;
  return sentenceOf(error) ?? error.stack ?? error.message;
}

/** Failures that lie in how the product is set up. Where several addresses were tried, the first stands for all. */
function sentenceOf(error: Error): string | undefined {
  const {
    code = '',
    syscall = '',
    path = '',
    port,
    address,
    hostname,
  } = (error instanceof AggregateError ? error.errors[0] : error) as SystemError;
  if (code === 'EADDRINUSE')
    return `Port ${port ?? ''} is used by another program. Stop it, or choose another with PORT.\nพอร์ต ${port ?? ''} ถูกใช้งานอยู่ กรุณาเลือกพอร์ตอื่นด้วย PORT`;
  if (syscall === 'listen' && code === 'EACCES')
    return `PORT: this user may not listen at port ${port ?? ''} (${code}).`;
  if (syscall === 'listen') return `HOST: the product cannot listen at ${address ?? ''} (${code}).`;
  // Whoever connects at start connects to the database; what is looked up by name is it or HOST.
  if (syscall === 'connect')
    return `DATABASE_URL: nothing answers at ${address ?? path}${port ? `:${port}` : ''} (${code}).`;
  if (syscall === 'getaddrinfo') return `HOST or DATABASE_URL: there is no machine named ${hostname ?? ''} (${code}).`;
  if (['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'ENOSPC'].includes(code) && path !== '')
    return `DATA_DIR: ${path} cannot be written (${code}). Choose another folder, or let this user write there.`;
  if (/^role "pokpong_\w+" does not exist$/.test(error.message))
    return `DATABASE_URL: the product was never started over this database (${error.message}). Start it once, or name the right database.`;
  // SQLSTATE: what a server says to somebody whom it does not let in.
  if (['28P01', '28000', '3D000'].includes(code)) return `DATABASE_URL: the database refuses: ${error.message}.`;
  return undefined;
}
