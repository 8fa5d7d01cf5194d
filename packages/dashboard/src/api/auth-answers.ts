// What the auth library (better-auth) answers; it has no schemas to take these from.

import type { Role } from '@leadline/contract';

export interface Member {
  readonly id: string;
  readonly userId: string;
  readonly role: Role;
  readonly createdAt: string;
  readonly user: { readonly name: string; readonly email: string };
}

export interface Invitation {
  readonly id: string;
  readonly email: string;
  readonly role: Role;
  readonly status: string;
  readonly expiresAt: string;
}

export interface DeviceSession {
  readonly id: string;
  readonly createdAt: string;
  readonly lastUsedAt: string;
  readonly ipAddress: string | null;
  readonly userAgent: string | null;
}

/** The first step of setting up two-factor sign-in. */
export interface Enrolment {
  readonly totpURI: string;
  readonly backupCodes: readonly string[];
}
