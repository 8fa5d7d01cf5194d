// Less common actions: copy a summary or a link, delete the lead (owners only).

import { fillPath, PATHS } from '@leadline/contract/paths';
import { ActionIcon, Menu } from '@mantine/core';
import { useClipboard, useDisclosure } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import { IconClipboardText, IconDots, IconLink, IconTrash } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { call } from '../../../api/call.ts';
import { queryClient } from '../../../api/query-client.ts';
import { queryKeys } from '../../../api/query-keys.ts';
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx';
import { nameLead } from '../../../components/name-lead.ts';
import { useCan } from '../../../session/use-session.ts';
import { useLeadOrigin } from '../lead-origin.ts';
import type { LeadData, Mode } from '../lead-query.ts';
import { useLeadAdvice } from '../use-lead-advice.ts';
import { summarizeLead } from './summarize-lead.ts';

interface LeadProps {
  readonly data: LeadData;
  readonly mode: Mode;
}

export function LeadMenu({ data, mode }: LeadProps) {
  const canDelete = useCan('owner');
  const [isAsking, question] = useDisclosure(false);
  const clipboard = useClipboard();
  const nextStep = useLeadAdvice(data);

  function copySummary(): void {
    clipboard.copy(
      summarizeLead(data, {
        nextStep: nextStep?.text ?? null,
        url: window.location.href,
      }),
    );
    notifications.show({ message: 'Summary copied.' });
  }

  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="default" size={36} aria-label="More actions">
            <IconDots size={18} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconClipboardText size={16} aria-hidden />} onClick={copySummary}>
            Copy summary
          </Menu.Item>
          <Menu.Item
            leftSection={<IconLink size={16} aria-hidden />}
            onClick={() => {
              clipboard.copy(window.location.href);
              notifications.show({ message: 'Link copied. Only members of this account can open it.' });
            }}
          >
            Copy link
          </Menu.Item>
          {canDelete && (
            <Menu.Item
              c="var(--ll-danger)"
              leftSection={<IconTrash size={16} aria-hidden />}
              onClick={question.open}
            >
              Delete lead…
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      {canDelete && <DeleteDialog data={data} mode={mode} opened={isAsking} onClose={question.close} />}
    </>
  );
}

interface DeleteDialogProps extends LeadProps {
  readonly opened: boolean;
  readonly onClose: () => void;
}

function DeleteDialog({ data, mode, opened, onClose }: DeleteDialogProps) {
  const navigate = useNavigate();
  const { inbox } = useLeadOrigin();
  const name = nameLead(data.lead);
  const deletion = useMutation({
    mutationFn: () => call('DELETE', fillPath(PATHS.lead, { id: data.lead_id }), undefined, { mode }),
    onSuccess: async () => {
      await navigate(inbox, { replace: true });
      queryClient.removeQueries({ queryKey: queryKeys.lead(data.lead_id) });
      void queryClient.invalidateQueries({ queryKey: queryKeys.leads });
      void queryClient.invalidateQueries({ queryKey: queryKeys.allInsights });
      notifications.show({ message: `Lead “${name}” deleted.` });
    },
  });
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title="Delete this lead?"
      confirmLabel="Delete lead"
      onConfirm={() => deletion.mutate()}
      isPending={deletion.isPending}
      error={deletion.error}
    >
      This deletes the lead “{name}” with its score and history. This can’t be undone. Other leads of this
      person are kept; to erase the person, go to Settings, Privacy.
    </ConfirmDialog>
  );
}
