import type { Location, NavigateOptions } from 'react-router'

/**
 * For going to the address that what one is writing has got: the screen goes on as it is, with its cursor, under its new
 * address and in place of the old one.
 */
export const continued = (): NavigateOptions => ({
  replace: true,
  preventScrollReset: true,
  state: { continues: location.pathname },
})

/** Under which address the screen was begun that is shown now. */
export const begunAt = ({ pathname, state }: Location): string => state?.continues ?? pathname
