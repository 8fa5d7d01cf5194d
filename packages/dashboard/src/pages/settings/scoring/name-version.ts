// What a version of the settings is called within a sentence.

export const START = 'the defaults';

export const nameVersion = (version: number): string => (version === 0 ? START : `version ${version}`);
