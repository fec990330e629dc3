/** Rolls back a decision whose effects are not possible any more. The message is for the moderator. */
export class CannotDecide extends Error {}
