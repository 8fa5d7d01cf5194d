// Chooses who takes care of a lead.

import { FormError } from '../components/form-error.tsx';
import { OptionList } from '../components/option-list.tsx';
import { SkeletonRows } from '../components/skeleton-rows.tsx';
import { MemberAvatar } from './member-avatar.tsx';
import { useTeam } from './use-team.ts';
import { type WorkMenuProps, WorkPopover } from './work-popover.tsx';

interface AssigneeMenuProps extends WorkMenuProps {
  /** Null for nobody; undefined if the leads differ. */
  readonly current: string | null | undefined;
  readonly onChoose: (assignee: string | null) => void;
}

const NOBODY = 'nobody';
/** Beyond this, typing is faster than scrolling. */
const MAX_WITHOUT_SEARCH = 7;

export function AssigneeMenu({ subject, current, onChoose, ...popover }: AssigneeMenuProps) {
  const { members, isLoaded, error, me } = useTeam();
  const mine = members.filter(({ user_id }) => user_id === me);
  // Viewers can't work on leads.
  const others = members.filter(({ user_id, role }) => user_id !== me && role !== 'viewer');
  return (
    <WorkPopover {...popover} title={`Assign ${subject}`}>
      {isLoaded ? (
        <OptionList
          label="Assignee"
          // With nobody, the likely choice is oneself, who comes first.
          startsAtTop={current === null}
          {...(members.length > MAX_WITHOUT_SEARCH ? { placeholder: 'Find a person…' } : {})}
          options={[
            ...[...mine, ...others].map(({ user_id: userId, name, email }) => ({
              value: userId,
              label: userId === me ? `${name || email} (you)` : name || email,
              icon: <MemberAvatar name={name || email} isMe={userId === me} />,
              isChosen: userId === current,
            })),
            {
              value: NOBODY,
              label: 'Nobody',
              icon: <MemberAvatar name={null} />,
              isChosen: current === null,
            },
          ]}
          onChoose={(value) => onChoose(value === NOBODY ? null : value)}
          empty="No person with this name"
        />
      ) : (
        <>
          <FormError error={error} />
          {error === null && <SkeletonRows rows={3} height={28} label="Loading the team" />}
        </>
      )}
    </WorkPopover>
  );
}
