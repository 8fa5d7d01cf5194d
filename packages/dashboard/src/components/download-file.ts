// Downloads a file created in the browser.

export function downloadFile(name: string, type: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // Revoked later, because the browser only reads the URL after the click.
  window.setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
