// Lets owners require two-factor sign-in from everyone in the account.

import type { AccountSecurity } from '@leadline/contract';
import { PATHS } from '@leadline/contract/paths';
import { Stack, Switch, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';
import { queryKeys } from '../../../api/query-keys.ts';
import { ErrorState } from '../../../components/error-state.tsx';
import { FormError } from '../../../components/form-error.tsx';
import { SkeletonRows } from '../../../components/skeleton-rows.tsx';
import { TextLink } from '../../../components/text-link.tsx';
import { PAGES } from '../../../navigation/page-paths.ts';
import { useSession } from '../../../session/use-session.ts';
import { Section } from '../section.tsx';

export function TwoFactorRule() {
  const rule = useQuery({
    queryKey: queryKeys.accountSecurity,
    queryFn: ({ signal }) =>
      call<{ data: AccountSecurity }>('GET', PATHS.accountSecurity, undefined, { signal }),
    select: ({ data }) => data.requires_two_factor,
  });
  return (
    <Section
      title="Two-factor sign-in"
      description="Members who haven’t turned it on must do so before they can continue. API keys are not affected."
    >
      {rule.data !== undefined ? (
        <RuleSwitch isRequired={rule.data} />
      ) : rule.isError ? (
        <ErrorState error={rule.error} onRetry={() => void rule.refetch()} isRetrying={rule.isFetching} />
      ) : (
        <SkeletonRows rows={1} height={28} label="Loading" />
      )}
    </Section>
  );
}

function RuleSwitch({ isRequired }: { readonly isRequired: boolean }) {
  const { user, sso } = useSession();
  const queryClient = useQueryClient();
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
        onChange={(event) => save.mutate(event.currentTarget.checked)}
      />
      {isMissing && (
        <Text size="sm" c="dimmed">
          Turn it on for yourself first, in your <TextLink to={PAGES.profile}>profile</TextLink>.
        </Text>
      )}
    </Stack>
  );
}
