/** Position among what all modules define for one screen, lower first. */
export type Ordered = { order: number }

export const byOrder = (one: Ordered, other: Ordered): number => one.order - other.order
