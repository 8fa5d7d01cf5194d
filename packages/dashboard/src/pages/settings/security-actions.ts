// Describes the events of a user's sign-in, for their profile and the audit log.

export const SECURITY_ACTIONS: Readonly<Record<string, string>> = {
  'user.backup_code_used': 'Used a backup code',
  'user.backup_codes_renewed': 'Made new backup codes',
  'user.password_changed': 'Changed the password',
  'user.password_reset': 'Reset the password',
  'user.session_revoked': 'Signed out a session',
  'user.sessions_revoked': 'Signed out all other sessions',
  'user.sign_in_failed': 'Failed to sign in',
  'user.signed_in': 'Signed in',
  'user.signed_out': 'Signed out',
  'user.signed_up': 'Signed up',
  'user.sso_linked': 'Connected single sign-on',
  'user.two_factor_off': 'Turned off two-factor sign-in',
  'user.two_factor_on': 'Turned on two-factor sign-in',
  'user.wrong_code': 'Entered a wrong code for two-factor sign-in',
};
