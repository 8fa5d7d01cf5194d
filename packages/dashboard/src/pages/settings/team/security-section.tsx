// A section of rules for the account's members, once they are loaded.

import type { AccountSecurityResult } from '@leadline/contract';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ErrorState } from '../../../components/error-state.tsx';
import { SkeletonRows } from '../../../components/skeleton-rows.tsx';
import { Section } from '../section.tsx';
import { accountSecurityQuery } from './security-query.ts';

interface SecuritySectionProps {
  readonly title: string;
  readonly description: string;
  readonly children: (rules: AccountSecurityResult['data']) => ReactNode;
}

export function SecuritySection({ title, description, children }: SecuritySectionProps) {
  const rules = useQuery(accountSecurityQuery);
  return (
    <Section title={title} description={description}>
      {rules.data !== undefined ? (
        children(rules.data)
      ) : rules.isLoadingError ? (
        <ErrorState error={rules.error} onRetry={() => void rules.refetch()} isRetrying={rules.isFetching} />
      ) : (
        <SkeletonRows rows={1} height={28} label="Loading" />
      )}
    </Section>
  );
}
