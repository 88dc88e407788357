import type { Location, NavigateOptions } from 'react-router'

/**
 * Options to navigate to the address of a draft just saved: the screen keeps its state and cursor, and the address
 * replaces the old one.
 */
export const replaceAddress = (): NavigateOptions => ({
  replace: true,
  preventScrollReset: true,
  state: { continues: location.pathname },
})

/** Returns the address under which the present screen was opened. */
export const openedAt = ({ pathname, state }: Location): string => state?.continues ?? pathname
