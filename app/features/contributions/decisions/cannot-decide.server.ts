/** Rolls back a decision whose effects are not possible any more. The message tells the moderator why. */
export class CannotDecide extends Error {}
