// Says that times are in the account's time zone, to those whose own clock shows another time.

import { Text } from '@mantine/core';
import { browserTimeZone, hasSameClock, nameTimeZone } from './regions.ts';

export function OtherClock({ timeZone }: { readonly timeZone: string }) {
  if (hasSameClock(timeZone, browserTimeZone())) return null;
  return (
    <Text size="xs" c="dimmed" mb="xs">
      Times are your account’s, in {nameTimeZone(timeZone)}.
    </Text>
  );
}
