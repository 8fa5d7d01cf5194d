/** A request of an operator that cannot be carried out as asked, in words for the one who asked. */
export class Refused extends Error {}
