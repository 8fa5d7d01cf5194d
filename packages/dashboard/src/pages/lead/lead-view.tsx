// A loaded lead: its header, then the overview or the what-if editor.

import { Tabs } from '@mantine/core';
import { useMemo, useState } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import { nameLead } from '../../components/name-lead.ts';
import { usePageTitle } from '../../components/use-page-title.ts';
import { LeadHeader } from './header/lead-header.tsx';
import type { Lead, LeadData, Mode } from './lead-query.ts';
import { Overview } from './overview.tsx';
import { readAgain } from './read-again.ts';
import { useEngine } from './use-engine.ts';
import { makeDraft } from './what-if/draft.ts';
import { WhatIf } from './what-if/what-if.tsx';

interface LeadViewProps {
  readonly data: LeadData;
  readonly mode: Mode;
}

export function LeadView({ data, mode }: LeadViewProps) {
  usePageTitle(nameLead(data.lead));
  const engine = useEngine();
  const reading = useMemo(
    () => (engine.data === undefined ? null : readAgain(engine.data, data)),
    [engine.data, data],
  );
  const [tab, setTab] = useTab();
  const [draft, setDraft] = useState(() => makeDraft(data.lead));

  function tryLead(lead: Lead): void {
    setDraft(makeDraft(lead));
    setTab('what-if');
  }

  return (
    <>
      <LeadHeader data={data} mode={mode} phone={reading?.scored.facts.phone ?? null} />
      <Tabs value={tab} onChange={setTab} keepMounted={false}>
        <Tabs.List mb="md">
          <Tabs.Tab value="overview">Overview</Tabs.Tab>
          <Tabs.Tab value="what-if">What if</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="overview">
          <Overview data={data} mode={mode} engine={engine} reading={reading} onTry={tryLead} />
        </Tabs.Panel>
        <Tabs.Panel value="what-if">
          <WhatIf data={data} engine={engine} reading={reading} draft={draft} onChange={setDraft} />
        </Tabs.Panel>
      </Tabs>
    </>
  );
}

/** Kept in the URL, so that it can be linked to and survives a reload. */
function useTab(): [tab: string, setTab: (tab: string | null) => void] {
  const [search, setSearch] = useSearchParams();
  const { state } = useLocation();
  const tab = search.get('tab') === 'what-if' ? 'what-if' : 'overview';
  function setTab(next: string | null): void {
    setSearch(
      (current) => {
        const changed = new URLSearchParams(current);
        if (next === 'what-if') changed.set('tab', next);
        else changed.delete('tab');
        return changed;
      },
      { replace: true, state, preventScrollReset: true },
    );
  }
  return [tab, setTab];
}
