// The result of a test lead: score, reasons and next step.

import type { ScoringResult } from '@leadline/contract';
import { Badge, Button, Group, List, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { GradeBadge } from '../../components/grade-badge.tsx';
import { ScoreNumber } from '../../components/score-number.tsx';
import { TextLink } from '../../components/text-link.tsx';
import { leadPath } from '../../navigation/page-paths.ts';

const MAX_REASONS = 3;

/** What the lead says comes first: contact data are much the same in most leads. */
const pickReasons = (reasons: readonly string[]): readonly string[] =>
  reasons.toSorted((a, b) => Number(b.includes('“')) - Number(a.includes('“'))).slice(0, MAX_REASONS);

export function TestResult({ result: { data, lead_id: leadId } }: { readonly result: ScoringResult }) {
  const [showsAll, setShowsAll] = useState(false);
  const reasons = showsAll ? data.reasons : pickReasons(data.reasons);
  return (
    <Stack gap="sm">
      <Group gap="md">
        <ScoreNumber score={data.score} grade={data.grade} size="lg" />
        <Stack gap={4} align="flex-start">
          <Group gap="xs">
            <GradeBadge grade={data.grade} size="md" />
            <Badge variant="outline" color="gray">
              Test lead
            </Badge>
          </Group>
          <Text size="sm">{data.priority_action}</Text>
        </Stack>
      </Group>
      <List size="sm" spacing={2} aria-label="Reasons">
        {reasons.map((reason) => (
          <List.Item key={reason}>{reason}</List.Item>
        ))}
      </List>
      {data.reasons.length > MAX_REASONS && (
        <Button
          variant="subtle"
          size="compact-sm"
          w="fit-content"
          onClick={() => setShowsAll(!showsAll)}
          aria-expanded={showsAll}
        >
          {showsAll ? 'Show fewer reasons' : `Show all ${data.reasons.length} reasons`}
        </Button>
      )}
      <Text size="sm">
        Test leads are kept out of the inbox and insights. You’ll find it under Recent requests below, marked
        as a test. <TextLink to={`${leadPath(leadId)}?mode=test`}>Open this lead</TextLink>
      </Text>
    </Stack>
  );
}
