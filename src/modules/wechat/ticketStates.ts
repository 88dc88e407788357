/**
 * How far somebody has come with a code: `scanned`, by a WeChat that may go on; `unbound`, by one that belongs to no
 * account; `confirmed` on the phone; `refused` there; `used`, by the browser that began.
 */
export const ticketStates = ['waiting', 'scanned', 'unbound', 'confirmed', 'refused', 'used'] as const
export type TicketState = (typeof ticketStates)[number]
