// Lets owners require two-factor sign-in from everyone in the account.

import { Stack, Switch, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { membersQuery, toUserId } from '../../../api/members-query.ts';
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx';
import { FormError } from '../../../components/form-error.tsx';
import { TextLink } from '../../../components/text-link.tsx';
import { PAGES } from '../../../navigation/page-paths.ts';
import { useSession } from '../../../session/use-session.ts';
import { useSaveSecurity } from './save-security.ts';
import { SecuritySection } from './security-section.tsx';

const AND = new Intl.ListFormat('en-GB', { type: 'conjunction' });

export function TwoFactorRule() {
  return (
    <SecuritySection
      title="Two-factor sign-in"
      description="Members who haven’t turned it on must do so before they can continue. API keys are not affected."
    >
      {({ requires_two_factor: isRequired, with_two_factor: withTwoFactor }) => (
        <RuleSwitch isRequired={isRequired} withTwoFactor={withTwoFactor} />
      )}
    </SecuritySection>
  );
}

interface RuleSwitchProps {
  readonly isRequired: boolean;
  /** `user_…` of the members who have turned it on. */
  readonly withTwoFactor: readonly string[];
}

function RuleSwitch({ isRequired, withTwoFactor }: RuleSwitchProps) {
  const { user, sso } = useSession();
  const { data: members = [] } = useQuery(membersQuery);
  const [isAsking, ask] = useDisclosure(false);
  const without = members.filter((member) => !withTwoFactor.includes(toUserId(member)));
  const save = useSaveSecurity(({ requires_two_factor: required }) =>
    required ? 'Two-factor sign-in is now required' : 'Two-factor sign-in is now optional',
  );
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
        checked={save.isPending ? save.variables.requires_two_factor === true : isRequired}
        disabled={isMissing || save.isPending}
        onChange={(event) =>
          event.currentTarget.checked ? ask.open() : save.mutate({ requires_two_factor: false })
        }
      />
      <ConfirmDialog
        opened={isAsking}
        onClose={ask.close}
        title="Require two-factor sign-in?"
        confirmLabel="Require it"
        onConfirm={() => {
          ask.close();
          save.mutate({ requires_two_factor: true });
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
