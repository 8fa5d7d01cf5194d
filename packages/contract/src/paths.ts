// The paths of the API, as route patterns.

export const PATHS = {
  webhook: '/api/webhook.php',
  score: '/api/score.php',
  explain: '/api/explain.php',
  intake: '/api/intake/:token',
  testLead: '/api/test-lead',
  batch: '/api/batch',
  leads: '/api/leads',
  lead: '/api/leads/:id',
  leadOutcome: '/api/leads/:id/outcome',
  leadReplay: '/api/leads/:id/replay',
  outcomes: '/api/leads/outcomes',
  leadFeedback: '/api/leads/:id/feedback',
  team: '/api/team',
  profile: '/api/account/profile',
  setup: '/api/account/setup',
  usage: '/api/usage',
  insights: '/api/insights',
  live: '/api/live',
  received: '/api/received',
  views: '/api/views',
  view: '/api/views/:id',
  imports: '/api/imports',
  import: '/api/imports/:id',
  importPreview: '/api/imports/:id/preview',
  importStart: '/api/imports/:id/start',
  importCancel: '/api/imports/:id/cancel',
  importRefused: '/api/imports/:id/refused',
  webhooks: '/api/webhooks',
  webhookEndpoint: '/api/webhooks/:id',
  webhookRotateSecret: '/api/webhooks/:id/rotate-secret',
  webhookTest: '/api/webhooks/:id/test',
  webhookDeliveries: '/api/webhooks/:id/deliveries',
  webhookRedeliver: '/api/webhooks/:id/redeliver',
  deliveryRedeliver: '/api/webhooks/:id/deliveries/:event/redeliver',
  people: '/api/people',
  erasePerson: '/api/people/erase',
  retention: '/api/retention',
  audit: '/api/audit',
  keys: '/api/keys',
  key: '/api/keys/:id',
  keyRotate: '/api/keys/:id/rotate',
  session: '/api/session',
  accounts: '/api/accounts',
  accountSecurity: '/api/account/security',
  activity: '/api/activity',
  accountExport: '/api/account/export',
  accountDeletion: '/api/account/deletion',
  accountOrigins: '/api/account/origins',
  userDeletion: '/api/user/deletion',
  membersMe: '/api/members/me',
  member: '/api/members/:id',
  acceptInvitation: '/api/auth/organization/accept-invitation',
  openapi: '/api/openapi.json',
  docs: '/api/docs',
  embed: '/embed.js',
  healthz: '/healthz',
  readyz: '/readyz',
} as const;

/** Sign-in, teams and two-factor authentication, which the auth library serves under its own paths. */
export const AUTH_PATHS = {
  signUp: '/api/auth/sign-up/email',
  signIn: '/api/auth/sign-in/email',
  signInSso: '/api/auth/sign-in/sso',
  ssoCallback: '/api/auth/callback/oidc',
  signOut: '/api/auth/sign-out',
  requestPasswordReset: '/api/auth/request-password-reset',
  resetPassword: '/api/auth/reset-password',
  sendVerificationEmail: '/api/auth/send-verification-email',
  verifyEmail: '/api/auth/verify-email',
  changePassword: '/api/auth/change-password',
  updateUser: '/api/auth/update-user',
  sessions: '/api/auth/list-sessions',
  revokeSession: '/api/auth/revoke-session',
  revokeOtherSessions: '/api/auth/revoke-other-sessions',
  enableTwoFactor: '/api/auth/two-factor/enable',
  disableTwoFactor: '/api/auth/two-factor/disable',
  verifyTotp: '/api/auth/two-factor/verify-totp',
  verifyBackupCode: '/api/auth/two-factor/verify-backup-code',
  setActiveAccount: '/api/auth/organization/set-active',
  members: '/api/auth/organization/list-members',
  invitations: '/api/auth/organization/list-invitations',
  invite: '/api/auth/organization/invite-member',
  invitation: '/api/auth/organization/get-invitation',
  acceptInvitation: '/api/auth/organization/accept-invitation',
  cancelInvitation: '/api/auth/organization/cancel-invitation',
} as const;

type ParameterOf<Pattern extends string> = Pattern extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParameterOf<`/${Rest}`>
  : Pattern extends `${string}:${infer Name}`
    ? Name
    : never;

/** `fillPath(PATHS.lead, { id })` → `/api/leads/lead_0193…` */
export function fillPath<Pattern extends string>(
  pattern: Pattern,
  values: Readonly<Record<ParameterOf<Pattern>, string>>,
): string {
  const parameters: Readonly<Record<string, string>> = values;
  return pattern.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(parameters[name] ?? ''));
}
