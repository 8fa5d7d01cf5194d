// The version of the release, which the bundled package has inside its code.

import manifest from '../package.json' with { type: 'json' };

export const RELEASE = manifest.version;
