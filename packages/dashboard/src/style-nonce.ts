// The nonce that the Content-Security-Policy requires on our style elements. The server sets a new one per page load.

export function styleNonce(): string {
  return document.querySelector<HTMLMetaElement>('meta[name=csp-nonce]')?.nonce ?? '';
}
