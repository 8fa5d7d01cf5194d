// What to be alerted about in one way: by email or in the browser.

import type { AlertChoices } from '@leadline/contract';
import { Radio, Stack, Switch } from '@mantine/core';

type Channel = AlertChoices['email'];

interface ChannelFieldsProps {
  readonly channel: Channel;
  readonly onChange: (channel: Channel) => void;
  readonly isDisabled?: boolean;
}

const NEW_LEADS: readonly { readonly value: Channel['new_leads']; readonly label: string }[] = [
  { value: 'hot', label: 'Hot' },
  { value: 'warm', label: 'Hot and Warm' },
  { value: 'none', label: 'None' },
];

export function ChannelFields({ channel, onChange, isDisabled = false }: ChannelFieldsProps) {
  return (
    <Stack gap="md">
      <Radio.Group
        label="New leads"
        value={channel.new_leads}
        onChange={(value) => onChange({ ...channel, new_leads: value as Channel['new_leads'] })}
      >
        <Stack gap="xs">
          {NEW_LEADS.map(({ value, label }) => (
            <Radio key={value} value={value} label={label} disabled={isDisabled} />
          ))}
        </Stack>
      </Radio.Group>
      <Switch
        label="Leads assigned to me"
        description="By someone else or by a routing rule"
        checked={channel.assigned}
        disabled={isDisabled}
        onChange={(event) => onChange({ ...channel, assigned: event.currentTarget.checked })}
      />
    </Stack>
  );
}
