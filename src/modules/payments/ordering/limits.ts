/** How many things one order may pay. */
export const AT_ONCE = 20
