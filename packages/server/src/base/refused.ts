/** A request of an operator that cannot be carried out as asked, in words for the one who asked. */
export class Refused extends Error {}

/** One that what is there already stands in the way of. */
export class Conflict extends Refused {}
