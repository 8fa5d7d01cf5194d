// For someone who has no account yet: offers their invitations, or creates an account.

import { MAX_NAME_LENGTH } from '@leadline/contract/limits';
import { PATHS } from '@leadline/contract/paths';
import { LeadlineError } from '@leadline/sdk/core';
import { Button, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { notifications } from '@mantine/notifications';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { Navigate } from 'react-router';
import { call } from '../api/call.ts';
import { describeFailure } from '../components/describe-failure.ts';
import { FormError } from '../components/form-error.tsx';
import { SkeletonRows } from '../components/skeleton-rows.tsx';
import { validateFilled } from '../components/validate.ts';
import { useMustVerifyEmail, VerifyEmail } from '../components/verify-email.tsx';
import { PAGES } from '../navigation/page-paths.ts';
import { guessCurrency } from '../regions/guess-currency.ts';
import { RegionSelect } from '../regions/region-select.tsx';
import { browserTimeZone, listCurrencies, listTimeZones } from '../regions/regions.ts';
import { withNext } from '../session/next-path.ts';
import { refreshSession, useSession } from '../session/use-session.ts';
import { AuthFrame } from './auth-frame.tsx';
import { InvitationOffer } from './invitation-offer.tsx';
import { ownInvitationsQuery } from './invitations.ts';
import { SignOutLink } from './sign-out-link.tsx';

interface NewAccount {
  readonly name: string;
  readonly time_zone: string;
  readonly currency: string;
}

export function WelcomePage() {
  const { user, account } = useSession();
  const [isDeclined, setDeclined] = useState(false);
  const [hasCreated, setCreated] = useState(false);
  const invitations = useQuery({
    ...ownInvitationsQuery(user?.email ?? '', user?.email_verified === true),
    enabled: user !== null && account === null,
  });

  if (user === null) return <Navigate to={withNext(PAGES.signIn, PAGES.inbox)} replace />;
  // A new account has no leads, so start by connecting a form.
  if (account !== null) return <Navigate to={hasCreated ? PAGES.connect : PAGES.inbox} replace />;
  if (invitations.isPending) {
    return (
      <AuthFrame title={`Welcome, ${user.name}`}>
        <SkeletonRows rows={3} height={20} />
      </AuthFrame>
    );
  }
  if (!isDeclined && invitations.data !== undefined && invitations.data.length > 0) {
    return <InvitationOffer user={user} invitations={invitations.data} onDecline={() => setDeclined(true)} />;
  }
  return <CompanyForm user={user} onCreate={() => setCreated(true)} />;
}

interface CompanyFormProps {
  readonly user: { readonly name: string; readonly email: string; readonly email_verified: boolean };
  /** Called before the session shows the new account. */
  readonly onCreate: () => void;
}

function CompanyForm({ user, onCreate }: CompanyFormProps) {
  const mustVerify = useMustVerifyEmail();
  const zones = useMemo(() => listTimeZones(browserTimeZone()), []);
  const currencies = useMemo(() => listCurrencies('USD'), []);
  const form = useForm({
    initialValues: { name: '', time_zone: browserTimeZone(), currency: guessCurrency(navigator.languages) },
    validate: { name: validateFilled('your company’s name') },
  });
  const create = useMutation({
    mutationFn: async ({ name, ...region }: NewAccount) => {
      await call('POST', PATHS.accounts, { name: name.trim() });
      await saveRegion(region);
      onCreate();
      await refreshSession();
    },
  });

  const isUnverified = create.error instanceof LeadlineError && create.error.code === 'email_not_verified';

  return (
    <AuthFrame
      title={`Welcome, ${user.name}`}
      description="Name your company. Its account holds your leads, API keys and team."
      footer={
        <>
          Signed in as {user.email}. <SignOutLink />
        </>
      }
    >
      <form onSubmit={form.onSubmit((values) => create.mutate(values))} noValidate>
        <Stack gap="md">
          {isUnverified ? <VerifyEmail purpose="continue" /> : <FormError error={create.error} />}
          <TextInput
            label="Company"
            autoComplete="organization"
            maxLength={MAX_NAME_LENGTH}
            autoFocus
            {...form.getInputProps('name')}
          />
          <RegionSelect label="Time zone" data={zones} {...form.getInputProps('time_zone')} />
          <RegionSelect
            label="Currency"
            description="For deal values. You can change all of this under Business."
            data={currencies}
            {...form.getInputProps('currency')}
          />
          <Button type="submit" loading={create.isPending} fullWidth>
            Continue
          </Button>
          {mustVerify && !isUnverified ? (
            <VerifyEmail purpose="see invitations here" />
          ) : (
            <Text size="sm" c="dimmed" ta="center">
              {user.email_verified
                ? 'You can invite others later.'
                : 'Were you invited? Open the link in the invitation to join.'}
            </Text>
          )}
        </Stack>
      </form>
    </AuthFrame>
  );
}

/** The account exists by now, so a failure must not stop the person: they find the same settings under Business. */
async function saveRegion(region: Omit<NewAccount, 'name'>): Promise<void> {
  try {
    const { data: profile } = await call('GET', PATHS.profile);
    await call('PUT', PATHS.profile, { ...profile, ...region });
  } catch (error) {
    notifications.show({ color: 'red', message: describeFailure(error) });
  }
}
