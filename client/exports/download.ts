/** Lets the browser fetch a file of the product; it goes on by itself where a connection broke off. */
export function downloadFrom({ url, name }: { url: string; name: string }): void {
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
}
