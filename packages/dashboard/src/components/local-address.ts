// Whether the dashboard is open under an address that other computers can't reach.

export function isOpenLocally(): boolean {
  const { hostname } = window.location;
  return hostname === 'localhost' || hostname === '[::1]' || hostname.startsWith('127.');
}
