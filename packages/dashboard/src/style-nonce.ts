// The nonce that lets our style elements pass the Content-Security-Policy; the server sets a new one for every page load.

export function styleNonce(): string {
  return document.querySelector<HTMLMetaElement>('meta[name=csp-nonce]')?.nonce ?? '';
}
