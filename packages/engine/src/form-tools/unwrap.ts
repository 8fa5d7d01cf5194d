// Unwraps the payloads of form tools. A tool is recognised by a combination of features, never by a single key that any
// form could have; an unrecognised body is returned unchanged.

import { isRecord } from '../is-record.ts';
import { readBrowserForm } from './browser-form.ts';
import { readContactForm7 } from './contact-form-7.ts';
import { readElementor } from './elementor.ts';
import { Fields } from './fields.ts';
import type { Opened, Unwrapped } from './form-tool.ts';
import { readGoogleAds } from './google-ads.ts';
import { readGravityForms } from './gravity-forms.ts';
import { readHubSpot } from './hubspot.ts';
import { readJotform } from './jotform.ts';
import { readLinkedIn } from './linkedin.ts';
import { readMetaAds } from './meta-ads.ts';
import { openN8n } from './n8n.ts';
import { readTally } from './tally.ts';
import { readTypeform } from './typeform.ts';
import { readWebflow } from './webflow.ts';
import { readWpForms } from './wpforms.ts';
import { openWrapper } from './wrapper.ts';

export interface UnwrappedLead extends Unwrapped {
  /** Who sent it. Null if it could be anyone. */
  readonly tool: FormTool | null;
}

const TOOLS = [
  ['typeform', readTypeform],
  ['tally', readTally],
  ['webflow', readWebflow],
  ['google-ads', readGoogleAds],
  ['meta-ads', readMetaAds],
  ['linkedin', readLinkedIn],
  ['jotform', readJotform],
  ['hubspot', readHubSpot],
  // Before Elementor, whose nested fields look alike but have no name.
  ['wpforms', readWpForms],
  ['elementor', readElementor],
  ['gravity-forms', readGravityForms],
  ['contact-form-7', readContactForm7],
  ['html', readBrowserForm],
] as const;

export type FormTool = (typeof TOOLS)[number][0] | 'n8n';

/** Enough for a list with one n8n item that contains a request whose body wraps a form tool's payload. */
const MAX_DEPTH = 5;

export const unwrap = (input: unknown): UnwrappedLead => open(input, 0);

function open(input: unknown, depth: number): UnwrappedLead {
  if (isRecord(input)) {
    for (const [tool, read] of TOOLS) {
      const found = read(input);
      if (found !== null) return { ...found, tool };
    }
  }
  const fromN8n = depth < MAX_DEPTH ? openN8n(input) : null;
  const opened = fromN8n ?? (depth < MAX_DEPTH ? openWrapper(input) : null);
  if (opened === null) return { fields: input, deliveryId: null, tool: null };
  const { fields, deliveryId, tool } = open(opened.content, depth + 1);
  return {
    fields: join(fields, opened.beside),
    deliveryId,
    tool: tool ?? (fromN8n === null ? null : 'n8n'),
  };
}

/** If they conflict, the content takes precedence over the keys beside it. */
function join(content: unknown, beside: Opened['beside']): unknown {
  if (!isRecord(content) || Object.keys(beside).length === 0) return content;
  const { custom_fields, ...others } = content;
  const fields = new Fields();
  for (const part of [others, beside]) for (const key of Object.keys(part)) fields.putRaw(key, part[key]);
  return { ...fields.toObject(), ...(custom_fields === undefined ? {} : { custom_fields }) };
}
