/**
 * Saves a file of a message. The session is sent in the body, so that the address alone does not give access.
 * @returns whether it succeeded
 */
export async function downloadFile(session: string, { id, name }: { id: string; name: string }): Promise<boolean> {
  const answer = await fetch('/files-api/v1/request-messages/download', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ session, fileId: id }),
  }).catch(() => null);
  if (!answer?.ok) return false;
  const url = URL.createObjectURL(await answer.blob());
  const link = Object.assign(document.createElement('a'), { href: url, download: name });
  link.click();
  URL.revokeObjectURL(url);
  return true;
}
