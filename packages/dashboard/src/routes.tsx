// Maps URLs to pages. The inbox is part of the first bundle, because nearly everyone starts there and it would
// otherwise load sixty small files in a row. Other pages are loaded when they are first opened.

import type { ComponentType } from 'react';
import { createBrowserRouter, Navigate, type RouteObject } from 'react-router';
import { PAGES } from './navigation/page-paths.ts';
import { InboxPage } from './pages/inbox/inbox-page.tsx';
import { FailedPage } from './shell/failed-page.tsx';
import { LoadingPage } from './shell/loading-page.tsx';
import { ManagersOnly, OwnersOnly } from './shell/role-needed.tsx';
import { Root } from './shell/root.tsx';
import { Shell } from './shell/shell.tsx';

function page<Name extends string>(
  path: string,
  name: Name,
  load: () => Promise<Record<Name, ComponentType>>,
): RouteObject {
  return { path, lazy: async () => ({ Component: (await load())[name] }) };
}

const outside: RouteObject[] = [
  page(PAGES.signIn, 'SignInPage', () => import('./auth/sign-in-page.tsx')),
  page(PAGES.signUp, 'SignUpPage', () => import('./auth/sign-up-page.tsx')),
  page(PAGES.forgotPassword, 'ForgotPasswordPage', () => import('./auth/forgot-password-page.tsx')),
  page(PAGES.resetPassword, 'ResetPasswordPage', () => import('./auth/reset-password-page.tsx')),
  page(PAGES.verifyEmail, 'VerifyEmailPage', () => import('./auth/verify-email-page.tsx')),
  page(PAGES.twoFactor, 'TwoFactorPage', () => import('./auth/two-factor-page.tsx')),
  page(
    PAGES.setUpTwoFactor,
    'SetUpTwoFactorPage',
    () => import('./pages/settings/profile/set-up-two-factor-page.tsx'),
  ),
  page(PAGES.welcome, 'WelcomePage', () => import('./auth/welcome-page.tsx')),
  page(PAGES.invitation, 'InvitationPage', () => import('./auth/invitation-page.tsx')),
];

const forEveryone: RouteObject[] = [
  { index: true, element: <Navigate to={PAGES.inbox} replace /> },
  { path: PAGES.inbox, Component: InboxPage },
  page(PAGES.lead, 'LeadPage', () => import('./pages/lead/lead-page.tsx')),
  page(PAGES.insights, 'InsightsGate', () => import('./pages/insights/insights-gate.tsx')),
  { path: '/settings', element: <Navigate to={PAGES.profile} replace /> },
  page(PAGES.profile, 'ProfilePage', () => import('./pages/settings/profile/profile-page.tsx')),
  page(PAGES.alerts, 'AlertsPage', () => import('./pages/settings/alerts/alerts-page.tsx')),
  page('*', 'UnknownPage', () => import('./shell/unknown-page.tsx')),
];

const forManagers: RouteObject[] = [
  page(PAGES.imports, 'ImportsPage', () => import('./pages/imports/imports-page.tsx')),
  page(PAGES.routing, 'RoutingPage', () => import('./pages/settings/routing/routing-page.tsx')),
];

const forOwners: RouteObject[] = [
  page(PAGES.connect, 'ConnectPage', () => import('./pages/connect/connect-page.tsx')),
  page(PAGES.webhooks, 'WebhooksPage', () => import('./pages/webhooks/webhooks-page.tsx')),
  page(PAGES.crm, 'CrmPage', () => import('./pages/crm/crm-page.tsx')),
  page(PAGES.business, 'BusinessPage', () => import('./pages/settings/business/business-page.tsx')),
  page(PAGES.keys, 'KeysPage', () => import('./pages/settings/keys/keys-page.tsx')),
  page(PAGES.team, 'TeamPage', () => import('./pages/settings/team/team-page.tsx')),
  page(PAGES.scoring, 'ScoringPage', () => import('./pages/settings/scoring/scoring-page.tsx')),
  page(PAGES.model, 'ModelPage', () => import('./pages/settings/model/model-page.tsx')),
  page(PAGES.privacy, 'PrivacyPage', () => import('./pages/settings/privacy/privacy-page.tsx')),
  page(PAGES.audit, 'AuditPage', () => import('./pages/settings/audit/audit-page.tsx')),
];

export const router = createBrowserRouter([
  {
    Component: Root,
    HydrateFallback: LoadingPage,
    ErrorBoundary: FailedPage,
    children: [
      ...outside,
      {
        Component: Shell,
        // If a page crashes, the shell stays usable.
        children: [
          {
            ErrorBoundary: FailedPage,
            children: [
              ...forEveryone,
              { Component: ManagersOnly, children: forManagers },
              { Component: OwnersOnly, children: forOwners },
            ],
          },
        ],
      },
    ],
  },
]);
