// The props of every setup guide.

/** `api`: the key goes in a header. `intake`: the key is part of the URL. New keys of either kind can only send leads. */
export type Scope = 'api' | 'intake';

export interface GuideProps {
  /** The URL to send leads to; for `intake` it contains the key. */
  readonly url: string;
  /** The key, or a placeholder for it. */
  readonly secret: string;
  /** Why an example containing the key can't be copied; null when it can. */
  readonly noCopy: string | null;
}
