// The URLs of all dashboard pages.

export const PAGES = {
  signIn: '/sign-in',
  signUp: '/sign-up',
  forgotPassword: '/forgot-password',
  resetPassword: '/reset-password',
  verifyEmail: '/verify-email',
  twoFactor: '/two-factor',
  setUpTwoFactor: '/set-up-two-factor',
  welcome: '/welcome',
  invitation: '/invitation/:id',
  inbox: '/inbox',
  lead: '/leads/:id',
  insights: '/insights',
  connect: '/connect',
  webhooks: '/webhooks',
  crm: '/crm',
  imports: '/imports',
  profile: '/settings/profile',
  alerts: '/settings/alerts',
  business: '/settings/business',
  keys: '/settings/keys',
  team: '/settings/team',
  scoring: '/settings/scoring',
  model: '/settings/model',
  routing: '/settings/routing',
  privacy: '/settings/privacy',
  audit: '/settings/audit',
} as const;

export function leadPath(leadId: string): string {
  return `/leads/${encodeURIComponent(leadId)}`;
}
