/** The library's calls that take a second factor. */
export const CODE_PATHS: readonly string[] = ['/two-factor/verify-totp', '/two-factor/verify-backup-code'];
