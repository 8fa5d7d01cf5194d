// Lets owners require two-factor sign-in from everyone in the account.

import type { AccountSecurity } from '@leadline/contract';
import { PATHS } from '@leadline/contract/paths';
import { Stack, Switch, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';
import { membersQuery, toUserId } from '../../../api/members-query.ts';
import { queryKeys } from '../../../api/query-keys.ts';
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx';
import { ErrorState } from '../../../components/error-state.tsx';
import { FormError } from '../../../components/form-error.tsx';
import { SkeletonRows } from '../../../components/skeleton-rows.tsx';
import { TextLink } from '../../../components/text-link.tsx';
import { PAGES } from '../../../navigation/page-paths.ts';
import { useSession } from '../../../session/use-session.ts';
import { Section } from '../section.tsx';
import { accountSecurityQuery } from './security-query.ts';

const AND = new Intl.ListFormat('en-GB', { type: 'conjunction' });

export function TwoFactorRule() {
  const rule = useQuery(accountSecurityQuery);
  return (
    <Section
      title="Two-factor sign-in"
      description="Members who haven’t turned it on must do so before they can continue. API keys are not affected."
    >
      {rule.data !== undefined ? (
        <RuleSwitch isRequired={rule.data.requires_two_factor} withTwoFactor={rule.data.with_two_factor} />
      ) : rule.isLoadingError ? (
        <ErrorState error={rule.error} onRetry={() => void rule.refetch()} isRetrying={rule.isFetching} />
      ) : (
        <SkeletonRows rows={1} height={28} label="Loading" />
      )}
    </Section>
  );
}

interface RuleSwitchProps {
  readonly isRequired: boolean;
  /** `user_…` of the members who have turned it on. */
  readonly withTwoFactor: readonly string[];
}

function RuleSwitch({ isRequired, withTwoFactor }: RuleSwitchProps) {
  const { user, sso } = useSession();
  const queryClient = useQueryClient();
  const { data: members = [] } = useQuery(membersQuery);
  const [isAsking, ask] = useDisclosure(false);
  const without = members.filter((member) => !withTwoFactor.includes(toUserId(member)));
  const save = useMutation({
    mutationFn: (requires_two_factor: boolean) =>
      call('PUT', PATHS.accountSecurity, { requires_two_factor } satisfies AccountSecurity),
    onSuccess: (_, required) =>
      notifications.show({
        message: required ? 'Two-factor sign-in is now required' : 'Two-factor sign-in is now optional',
      }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: queryKeys.accountSecurity }),
  });
  const isMissing = user?.has_two_factor !== true && sso === null && !isRequired;
  return (
    <Stack gap="sm">
      <FormError error={save.error} />
      <Switch
        label="Require two-factor sign-in"
        description={
          sso === null
            ? undefined
            : `Signing in with ${sso.name} counts, because it decides how people prove who they are.`
        }
        checked={save.isPending ? save.variables : isRequired}
        disabled={isMissing || save.isPending}
        onChange={(event) => (event.currentTarget.checked ? ask.open() : save.mutate(false))}
      />
      <ConfirmDialog
        opened={isAsking}
        onClose={ask.close}
        title="Require two-factor sign-in?"
        confirmLabel="Require it"
        onConfirm={() => {
          ask.close();
          save.mutate(true);
        }}
      >
        {without.length === 0
          ? 'All members have turned it on.'
          : `${AND.format(without.map(({ user: { name, email } }) => name || email))} ${without.length === 1 ? 'hasn’t' : 'haven’t'} turned it on${sso === null ? '' : ` and may use ${sso.name} instead`}. They can’t continue until they have.`}{' '}
        This takes effect immediately.
      </ConfirmDialog>
      {isMissing && (
        <Text size="sm" c="dimmed">
          Turn it on for yourself first, in your <TextLink to={PAGES.profile}>profile</TextLink>.
        </Text>
      )}
    </Stack>
  );
}
