/**
 * States of a ticket. `scanned`: by a WeChat that may continue; `unbound`: by one without an account; `confirmed` or
 * `refused` on the phone; `used`: completed by the browser that began.
 */
export const ticketStates = ['waiting', 'scanned', 'unbound', 'confirmed', 'refused', 'used'] as const
export type TicketState = (typeof ticketStates)[number]
