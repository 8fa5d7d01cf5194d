// What can go wrong between us and a CRM. Messages are shown to customers and stored, so they contain nothing that the CRM sent.

export type CrmErrorKind =
  /** Wrong login or key. */
  | 'unauthorized'
  /** The user may not do it. */
  | 'forbidden'
  /** The address isn't allowed, or doesn't belong to such a CRM. */
  | 'wrong_address'
  /** Down, slow or overloaded: worth another try later. */
  | 'unavailable'
  /** The CRM rejects what we asked for. */
  | 'rejected';

export class CrmError extends Error {
  readonly kind: CrmErrorKind;
  /** As the CRM asked for. */
  readonly retryAfterSeconds: number | null;

  constructor(kind: CrmErrorKind, message: string, retryAfterSeconds: number | null = null) {
    super(message);
    this.kind = kind;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}
