// The navigation on phones.

import { Drawer } from '@mantine/core';
import { Navigation, type NavigationProps } from './navigation.tsx';
import classes from './shell.module.css';

interface NavigationDrawerProps extends NavigationProps {
  readonly opened: boolean;
  readonly onClose: () => void;
}

export function NavigationDrawer({ opened, onClose, ...navigation }: NavigationDrawerProps) {
  return (
    <Drawer.Root opened={opened} onClose={onClose} size={264}>
      <Drawer.Overlay backgroundOpacity={0.45} />
      <Drawer.Content aria-label="Navigation">
        <Drawer.Body className={classes.drawer ?? ''}>
          <Navigation {...navigation} />
        </Drawer.Body>
      </Drawer.Content>
    </Drawer.Root>
  );
}
