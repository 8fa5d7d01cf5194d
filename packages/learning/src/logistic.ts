// The logistic function and its inverse.

export const toProbability = (logit: number): number => 1 / (1 + Math.exp(-logit));

export const toLogit = (probability: number): number => Math.log(probability / (1 - probability));
