// Hands a file over that was made in the browser.

export function downloadFile(name: string, type: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // Not at once: the browser reads it after the click.
  window.setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
