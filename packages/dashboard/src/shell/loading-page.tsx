// Shown until the first page is loaded.

import { Center, Loader } from '@mantine/core';

export function LoadingPage() {
  return (
    <Center mih="60vh" role="status" aria-label="Loading">
      <Loader size="sm" type="dots" />
    </Center>
  );
}
