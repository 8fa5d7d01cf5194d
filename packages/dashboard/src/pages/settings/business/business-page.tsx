// The business behind the account: name, currency, office hours and typical deal. Owners edit it, others see it.

import type { Profile } from '@leadline/contract';
import { useQuery } from '@tanstack/react-query';
import { profileQuery } from '../../../api/profile-query.ts';
import { ErrorState } from '../../../components/error-state.tsx';
import { formatMoney } from '../../../components/format-number.ts';
import { PageHeader } from '../../../components/page-header.tsx';
import { SkeletonRows } from '../../../components/skeleton-rows.tsx';
import { nameCurrency, nameTimeZone } from '../../../regions/regions.ts';
import { useAccount, useCan } from '../../../session/use-session.ts';
import { OwnersOnly } from '../owners-only.tsx';
import { Section } from '../section.tsx';
import classes from './business.module.css';
import { BusinessForm, PROFILE_DESCRIPTION } from './business-form.tsx';
import { describeDays } from './office-days.ts';

export function BusinessPage() {
  const isOwner = useCan('owner');
  const profile = useQuery(profileQuery);
  return (
    <>
      <PageHeader title="Business" description="Your account’s name, currency and office hours." />
      {profile.data !== undefined ? (
        isOwner ? (
          <BusinessForm profile={profile.data} />
        ) : (
          <Section title="Currency and hours" description={PROFILE_DESCRIPTION}>
            <ReadOnlyProfile profile={profile.data} />
          </Section>
        )
      ) : profile.isLoadingError ? (
        <ErrorState
          error={profile.error}
          onRetry={() => void profile.refetch()}
          isRetrying={profile.isFetching}
        />
      ) : (
        <SkeletonRows rows={6} height={36} label="Loading" />
      )}
    </>
  );
}

function ReadOnlyProfile({ profile }: { readonly profile: Profile }) {
  const { name } = useAccount();
  const { currency, time_zone, office_days, opens_at, closes_at, typical_deal } = profile;
  const rows = [
    ['Name', name],
    ['Currency', nameCurrency(currency)],
    ['Time zone', nameTimeZone(time_zone)],
    ['Office hours', `${describeDays(office_days)}, ${opens_at} to ${closes_at}`],
    ['Typical deal', typical_deal === null ? 'Not set' : formatMoney(typical_deal, currency)],
  ] as const;
  return (
    <>
      <dl className={classes.facts}>
        {rows.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <OwnersOnly what="change this" />
    </>
  );
}
