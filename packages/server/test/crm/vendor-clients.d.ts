// The clients' own types are megabytes that every check of types would read, for one test.

declare module '@hubspot/api-client';
declare module 'jsforce';
declare module 'pipedrive';
