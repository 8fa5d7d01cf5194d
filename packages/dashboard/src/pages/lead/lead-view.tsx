// A loaded lead: its header, then the overview or the what-if editor.

import { Tabs } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useMemo, useState } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import { nameLead } from '../../components/name-lead.ts';
import { usePageTitle } from '../../components/use-page-title.ts';
import { useCan } from '../../session/use-session.ts';
import { useNoteDraft } from '../../work/note-draft.ts';
import { SpamNote } from './feedback/spam-note.tsx';
import { CalledPrompt, ContactButtons, hasContact } from './header/contact-buttons.tsx';
import { LeadControls } from './header/lead-controls.tsx';
import { LeadHeader } from './header/lead-header.tsx';
import { PhoneBar } from './header/phone-bar.tsx';
import type { Lead, LeadData, Mode } from './lead-query.ts';
import { Overview } from './overview.tsx';
import { readAgain } from './read-again.ts';
import { useLeadWork } from './use-lead-work.ts';
import { type Scorer, useScoring } from './use-scoring.ts';
import { makeDraft } from './what-if/draft.ts';
import { WhatIf } from './what-if/what-if.tsx';

interface LeadViewProps {
  readonly data: LeadData;
  readonly mode: Mode;
}

export function LeadView({ data, mode }: LeadViewProps) {
  const { lead, result } = data;
  usePageTitle(nameLead(lead));
  const scoring = useScoring();
  const reading = useReading(scoring.scorer, data);
  const [tab, setTab] = useTab();
  const [draft, setDraft] = useState(() => makeDraft(lead));
  const note = useNoteDraft(data.lead_id);
  const work = useLeadWork(data, mode, note);
  const canWork = useCan('rep');
  const [hasCalled, setHasCalled] = useState(false);
  const isPhone = useMediaQuery('(max-width: 767.98px)', false, { getInitialValueInEffect: false });
  const facts = reading?.scored.facts ?? null;

  function tryLead(changed: Lead): void {
    setDraft(makeDraft(changed));
    setTab('what-if');
  }

  const isSpam = result.grade === 'Spam' && !data.not_spam;
  const contactButtons = !isSpam && (
    <ContactButtons
      phone={facts?.phone?.e164 ?? lead.phone}
      email={lead.email}
      onCall={() => setHasCalled(true)}
      isWide={isPhone}
      variant={isPhone ? 'filled' : 'default'}
    />
  );
  const prompt = hasCalled && canWork && data.outcome === 'open' && (
    <CalledPrompt lead={lead} status={data.status} work={work} onClose={() => setHasCalled(false)} />
  );

  const controls = <LeadControls data={data} work={work} draft={note} facts={facts} />;

  return (
    <>
      <LeadHeader
        data={data}
        mode={mode}
        facts={facts}
        contactButtons={!isPhone && contactButtons}
        prompt={!isPhone && prompt}
        controls={!isPhone && controls}
      />
      {result.grade === 'Spam' && <SpamNote data={data} mode={mode} />}
      <Tabs value={tab} onChange={setTab} keepMounted={false}>
        <Tabs.List mb="md">
          <Tabs.Tab value="overview">Overview</Tabs.Tab>
          <Tabs.Tab value="what-if">What if</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="overview">
          <Overview
            data={data}
            mode={mode}
            scoring={scoring}
            reading={reading}
            onTry={tryLead}
            controls={isPhone && controls}
          />
        </Tabs.Panel>
        <Tabs.Panel value="what-if">
          <WhatIf data={data} scoring={scoring} reading={reading} draft={draft} onChange={setDraft} />
        </Tabs.Panel>
      </Tabs>
      {isPhone && contactButtons !== false && hasContact(lead) && (
        <PhoneBar prompt={prompt}>{contactButtons}</PhoneBar>
      )}
    </>
  );
}

/** A change of status must not score the lead again. */
function useReading(scorer: Scorer | null, data: LeadData) {
  const { lead, result, received_at } = data;
  return useMemo(
    () => (scorer === null ? null : readAgain(scorer, { lead, result, received_at })),
    [scorer, lead, result, received_at],
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
