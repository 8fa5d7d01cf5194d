// Where a request came from, as the auth library sees it.

import { type Client, describeClient } from './client.ts';

/** Set by the server on each request. A value sent by the caller is never passed on. */
export const CLIENT_ADDRESS_HEADER = 'x-leadline-client-address';

export const clientOf = (headers: Headers | undefined): Client =>
  describeClient(headers?.get(CLIENT_ADDRESS_HEADER) ?? '', headers?.get('user-agent'));
