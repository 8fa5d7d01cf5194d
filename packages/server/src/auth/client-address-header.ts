/** Set by the server on each request. A value sent by the caller is never passed on. */
export const CLIENT_ADDRESS_HEADER = 'x-leadline-client-address';
