// The account's usual reasons for losing a lead, to choose instead of typing.

import { useQuery } from '@tanstack/react-query';
import { profileQuery } from '../api/profile-query.ts';
import classes from './lost-reasons.module.css';

interface LostReasonsProps {
  readonly value: string;
  /** Empty if the chosen one is chosen again. */
  readonly onChoose: (reason: string) => void;
}

export function LostReasons({ value, onChoose }: LostReasonsProps) {
  const reasons = useQuery(profileQuery).data?.lost_reasons ?? [];
  if (reasons.length === 0) return null;
  return (
    <fieldset className={classes.reasons}>
      <legend className="only-heard">Usual reasons</legend>
      {reasons.map((reason) => {
        const isChosen = reason.toLowerCase() === value.trim().toLowerCase();
        return (
          <button
            key={reason}
            type="button"
            dir="auto"
            aria-pressed={isChosen}
            onClick={() => onChoose(isChosen ? '' : reason)}
          >
            {reason}
          </button>
        );
      })}
    </fieldset>
  );
}
