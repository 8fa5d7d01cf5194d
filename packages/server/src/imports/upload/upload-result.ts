// What comes of an upload.

import type { Selectable } from 'kysely';
import type { Tables } from '../../platform/db/tables.ts';

export type ImportRow = Selectable<Tables['imports']>;

export type UploadResult =
  | { readonly kind: 'uploaded'; readonly row: ImportRow; readonly isKnown: boolean }
  | { readonly kind: 'too large' }
  | { readonly kind: 'too many uploads' }
  | { readonly kind: 'too many in a day' }
  | { readonly kind: 'too much in a day' }
  | { readonly kind: 'too many files' }
  | { readonly kind: 'storage full'; readonly maxBytes: number }
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'unreadable'; readonly error: string };

export type UploadRejection = Exclude<UploadResult, { readonly kind: 'uploaded' }>;
