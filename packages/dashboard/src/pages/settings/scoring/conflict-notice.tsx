// Explains that somebody else has changed the settings meanwhile, and combines both.

import type { AccountSettings } from '@leadline/contract';
import { Alert, Button, Group } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useTeam } from '../../../work/use-team.ts';
import { describeAuthor } from '../../lead/timeline/describe-author.ts';
import { nameSetting } from './name-setting.ts';
import classes from './scoring.module.css';
import type { Conflict, Draft } from './use-draft.ts';

const AND = new Intl.ListFormat('en-GB', { type: 'conjunction' });

interface ConflictNoticeProps {
  readonly conflict: Conflict;
  readonly settings: AccountSettings;
  readonly draft: Pick<Draft, 'combine' | 'takeTheirs'>;
}

export function ConflictNotice({ conflict, settings, draft }: ConflictNoticeProps) {
  const team = useTeam();
  const { live, draft: saved, groups } = settings;
  const { kind, merged } = conflict;
  const clashes = AND.format(merged.clashes.map((names) => nameSetting(groups, names)));

  function describeChange(): string {
    const name = (by: string | null): string =>
      by === null ? 'Somebody' : capitalize(describeAuthor(by, team));
    const elsewhere = (by: string | null): string => (by === team.me ? ' in another window' : '');
    switch (kind) {
      case 'saved':
        return `${name(saved.by)} saved the draft${elsewhere(saved.by)} in the meantime.`;
      case 'discarded':
        return 'Somebody discarded the draft in the meantime.';
      case 'published':
        return `${name(live.by)} published version ${live.version}${elsewhere(live.by)} in the meantime.`;
      case 'published-since-start':
        return `${name(live.by)} published version ${live.version} after this draft was started.`;
    }
  }

  return (
    <Alert
      color="red"
      variant="outline"
      role="alert"
      mb="md"
      icon={<IconAlertTriangle size={18} aria-hidden />}
    >
      <p className={classes.notice}>
        <strong>{describeChange()}</strong>{' '}
        {kind === 'published-since-start'
          ? 'Publishing the draft as it is would undo that version.'
          : 'Your changes are still on this page, but not saved.'}{' '}
        Combine both to keep the changes of each.
        {merged.clashes.length > 0 && ` You both changed ${clashes}: there, your value is kept.`}
      </p>
      <Group gap="xs">
        <Button variant="default" size="xs" onClick={draft.combine}>
          Combine both
        </Button>
        <Button variant="default" size="xs" onClick={draft.takeTheirs}>
          {kind === 'published-since-start'
            ? `Use version ${live.version} without the draft`
            : 'Drop my changes'}
        </Button>
      </Group>
    </Alert>
  );
}

const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
