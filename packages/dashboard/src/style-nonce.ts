// The word that lets a style element of ours past the Content-Security-Policy; the server writes it anew each time.

export function styleNonce(): string {
  return document.querySelector<HTMLMetaElement>('meta[name=csp-nonce]')?.nonce ?? '';
}
