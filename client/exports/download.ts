/** Lets the browser download a file of the product; it resumes broken connections itself. */
export function downloadFrom({ url, name }: { url: string; name: string }): void {
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
}
